(** The checker: a function from data and certificate to true (accepted) or false (refused).

    It computes with integers alone. Values of rows become X/den with one denominator [den], those
    of a plane W/k, the weights of the points A/e, and the weights of rows R/f; rational numbers
    appear in the last comparisons only. Loops are folds, which need no stack. *)

From Coq Require Import List NArith ZArith QArith FMapPositive.
From Perceptron Require Import Statement.
Import ListNotations.
Open Scope Z_scope.

(** ** Lists *)

Definition zsum {A} (f : A -> Z) (l : list A) : Z := fold_left (fun s a => s + f a) l 0.

Definition count {A} (l : list A) : N := fold_left (fun n _ => N.succ n) l 0%N.

Definition tail_map {A B} (f : A -> B) (l : list A) : list B :=
  rev_append (fold_left (fun done a => f a :: done) l []) [].

Definition zminimum {A} (f : A -> Z) (l : list A) : Z :=
  match l with
  | [] => 0
  | a :: more => fold_left (fun m i => Z.min m (f i)) more (f a)
  end.

(** ** Integer vectors *)

Definition zvector := list (positive * Z).
Definition zmap := PositiveMap.t Z.

Definition get (u : zmap) (j : positive) : Z :=
  match PositiveMap.find j u with Some z => z | None => 0 end.

Definition to_map (x : zvector) : zmap :=
  fold_left (fun u (e : positive * Z) => if PositiveMap.mem (fst e) u then u
                        else PositiveMap.add (fst e) (snd e) u) x (PositiveMap.empty Z).

(** u + kx *)
Definition add_to (k : Z) (x : zvector) (u : zmap) : zmap :=
  fold_left (fun u (e : positive * Z) => PositiveMap.add (fst e) (get u (fst e) + k * snd e) u) x u.

Definition zdot (W : zmap) (x : zvector) : Z := zsum (fun e => snd e * get W (fst e)) x.

(** Looks at the numbers that are there, so that many features without a value cost nothing. *)
Definition all_zero (u : zmap) : bool :=
  PositiveMap.fold (fun _ z zero => zero && (z =? 0)) u true.

(** The features 1, ..., d. *)
Definition indices (d : N) : list positive :=
  snd (N.iter d (fun found => (Pos.succ (fst found), fst found :: snd found)) (1%positive, [])).

Definition squared_length (d : N) (u : zmap) : Z := zsum (fun j => get u j * get u j) (indices d).

(** Features are given in increasing order, and none is above d. *)
Fixpoint increasing (before d : N) (x : vector) : bool :=
  match x with
  | [] => true
  | (j, _) :: more =>
      if (before <? Npos j)%N then if (Npos j <=? d)%N then increasing (Npos j) d more else false
      else false
  end.

(** ** One denominator for many rational numbers *)

Definition common (d : positive) (q : Q) : positive := Z.to_pos (Z.lcm (Zpos d) (QDen q)).

Definition common_of (d : positive) (x : vector) : positive :=
  fold_left (fun d e => common d (snd e)) x d.

(** q.d, an integer if the denominator of q divides d. *)
Definition times (q : Q) (d : positive) : Z := Qnum q * (Zpos d / QDen q).

Definition scale (d : positive) (x : vector) : zvector :=
  tail_map (fun e => (fst e, times (snd e) d)) x.

(** ** Rows *)

(** A row with its values as integers X = [zvalues], and its weight A = [alpha] among the points of
    the certificate. *)
Record item := Item { source : row; zvalues : zvector; alpha : Z }.

Definition numbered (den : positive) (weights : zmap) (l : list row) : list item :=
  snd (fold_left
         (fun '(i, done) x =>
            (Pos.succ i, Item x (scale den (values x)) (get weights i) :: done))
         l (1%positive, [])).

(** The number with the sign of the row's class. *)
Definition signed (i : item) (z : Z) : Z := if in_second_class (source i) then z else - z.

(** den.y(W.x + B) *)
Definition score (den : positive) (W : zmap) (B : Z) (i : item) : Z :=
  signed i (zdot W (zvalues i) + B * Zpos den).

(** The sum of kX over the items. *)
Definition combine (k : item -> Z) (items : list item) : zmap :=
  fold_left (fun u i => add_to (k i) (zvalues i) u) items (PositiveMap.empty Z).

(** ** Comparisons *)

Definition at_most (p q : Q) : bool := Qle_bool p q.
Definition below (p q : Q) : bool := negb (Qle_bool q p).

(** lower.sqrt(square) <= s *)
Definition root_at_most (lower square s : Q) : bool :=
  if below 0 lower then below 0 s && at_most (lower * lower * square) (s * s)
  else at_most 0 s || at_most (s * s) (lower * lower * square).

(** ** Bounds on exponentials and logarithms *)

(** Real numbers in units of 1/[one]. Every rounding is upwards. Both functions take [steps] steps,
    after which their bounds are tight to about 2^-steps. *)
Definition one : positive := Pos.pow 2 192.
Definition steps : N := 80.

(** p/q rounded up to an integer, for q > 0. *)
Definition divide_up (p q : Z) : Z := - (- p / q).

(** exp(-m) <= 1/(1 + m/2^steps)^(2^steps), for m = s/unit >= 0. *)
Definition exp_above (s unit : Z) : Z :=
  let many := 2 ^ Z.of_N steps in
  N.iter steps (fun t => divide_up (t * t) (Zpos one))
         (divide_up (Zpos one * (many * unit)) (many * unit + s)).

(** log(y) <= 2^steps (y^(1/2^steps) - 1). *)
Definition log_above (y : Z) : Z :=
  2 ^ Z.of_N steps
  * (N.iter steps (fun t => Z.sqrt_up (t * Zpos one)) y - Zpos one).

(** -p log(p/q) from below, times [one]; 0 if p is 0. *)
Definition entropy_below (p q : Z) : Z :=
  if p =? 0 then 0 else - (p * log_above (divide_up (p * Zpos one) q)).

(** ** The claims *)

Section Claims.
  Variables (D : dataset) (with_offset : bool).
  Variables (den e : positive) (items : list item).
  Let d := dimension D.

  Definition check_separator (W : zmap) (B : Z) : bool := 0 <? zminimum (score den W B) items.

  (** y times the weight of the point and, with an offset, times the weights of the other class:
      then the coefficients sum to zero. *)
  Definition coefficient (first second_ : Z) (i : item) : Z :=
    signed i (if with_offset then alpha i * (if in_second_class (source i) then first else second_)
              else alpha i).

  Definition balanced (k : item -> Z) : bool := negb with_offset || (zsum k items =? 0).

  Definition check_margin (W : zmap) (B : Z) (lower upper : Q) : bool :=
    let square := squared_length d W in
    let first := zsum (fun i => if in_second_class (source i) then 0 else alpha i) items in
    let second_ := zsum (fun i => if in_second_class (source i) then alpha i else 0) items in
    let k := coefficient first second_ in
    let total := zsum (fun i => signed i (k i)) items in
    (0 <? square)
    && root_at_most lower (inject_Z square) (zminimum (score den W B) items # den)
    && at_most 0 upper
    && forallb (fun i => 0 <=? signed i (k i)) items
    && balanced k && (0 <? total)
    && at_most (squared_length d (combine k items) # (den * den))
               (upper * upper * inject_Z (total * total)).

  Definition check_inseparable : bool :=
    let k i := signed i (alpha i) in
    all_zero (combine k items) && balanced k && (0 <? zsum alpha items).

  Definition check_touching (W : zmap) (B : Z) : bool :=
    forallb (fun i => 0 <=? score den W B i) items
    && existsb (fun i => 0 <? score den W B i) items.

  Definition check_mistake_bound (W : zmap) (B : Z) (radius bound : Q) : bool :=
    let s := zminimum (score den W B) items # den in
    let lifted := if with_offset then 1%Q else 0%Q in
    below 0 s
    && at_most 0 radius
    && forallb (fun i => at_most (zsum (fun e => snd e * snd e) (zvalues i) # (den * den))
                                 (radius * radius)) items
    && at_most ((radius * radius + lifted) * inject_Z (squared_length d W + B * B))
               (bound * (s * s)).

  (** *** Optimality *)

  Section Optimality.
    Variable o : objective.

    Definition class_weight (x : row) : Q :=
      if in_second_class x then second_weight o else first_weight o.
    Definition qv (x : row) : Q := class_weight x * weight x.

    Variable f : positive.  (* v = zv/f and weight = zweight/f *)
    Definition zv (i : item) : Z := times (qv (source i)) f.
    Definition zweight (i : item) : Z := times (weight (source i)) f.

    Variable n : Z.  (* the sum of zweight *)

    (** The loss of a score s/unit, times [zloss_unit]; the logistic loss rounded up. *)
    Definition zloss (unit s : Z) : Z :=
      match row_loss o with
      | Hinge => Z.max 0 (unit - s)
      | SquaredHinge => Z.max 0 (unit - s) * Z.max 0 (unit - s)
      | Perceptron => Z.max 0 (- s)
      | Logistic =>
          Z.max 0 (- s) * Zpos one + unit * log_above (Zpos one + exp_above (Z.abs s) unit)
      end.
    Definition zloss_unit (unit : positive) : positive :=
      match row_loss o with
      | SquaredHinge => unit * unit
      | Logistic => unit * one
      | _ => unit
      end.

    Definition losses (k : positive) (W : zmap) (B : Z) : Q :=
      let unit := (k * den)%positive in
      zsum (fun i => zv i * zloss (Zpos unit) (score den W B i)) items
      # (zloss_unit unit * Z.to_pos n).

    Definition penalties (k : positive) (W : zmap) (B : Z) : Q :=
      let b := if penalised_offset o then B else 0 in
      l1 o * (zsum (fun j => Z.abs (get W j)) (indices d) + Z.abs b # k)
      + l2 o * (squared_length d W + b * b # (2 * k * k)).

    (** Whether the dual variable A/e is within its limits. *)
    Definition within_limits (i : item) : bool :=
      match row_loss o with
      | Hinge | Perceptron | Logistic => alpha i * Zpos f <=? zv i * Zpos e
      | SquaredHinge => (alpha i =? 0) || (0 <? zv i)
      end.

    (** A common multiple of the weights V of the rows with A > 0. *)
    Definition multiple : positive :=
      fold_left (fun m i => if 0 <? alpha i then Z.to_pos (Z.lcm (Zpos m) (zv i)) else m) items
                1%positive.

    Definition squares_over_weights (m : positive) : Z :=
      zsum (fun i => if 0 <? alpha i then alpha i * alpha i * (Zpos m / zv i) else 0) items.

    (** v times the entropy of A/(ev) from below, times e.f.[one]. *)
    Definition entropy (i : item) : Z :=
      let p := alpha i * Zpos f in
      let q := zv i * Zpos e in
      entropy_below p q + entropy_below (q - p) q.

    (** (1/n) sum v.gain(A/(ev)) *)
    Definition gains : Q :=
      match row_loss o with
      | Hinge => Zpos f * zsum alpha items # (e * Z.to_pos n)
      | Perceptron => 0
      | Logistic => zsum entropy items # (e * one * Z.to_pos n)
      | SquaredHinge =>
          let m := multiple in
          (Zpos f * zsum alpha items # (e * Z.to_pos n))
          - (Zpos f * Zpos f * squares_over_weights m # (4 * e * e * m * Z.to_pos n))
      end.

    (** The weighted sum of the rows is u = U.f/(n.e.den); by how much |u| exceeds l1, times
        [excess_unit]. *)
    Definition excess_unit : positive := (Qden (l1 o) * Z.to_pos n * e * den)%positive.
    Definition excess (u : Z) : Z :=
      Z.max 0 (Z.abs u * Zpos f * QDen (l1 o) - Qnum (l1 o) * n * Zpos e * Zpos den).

    Definition conjugate : Q * bool :=
      let k i := signed i (alpha i) in
      let U := combine k items in
      let b := if with_offset && penalised_offset o then excess (zsum k items * Zpos den) else 0 in
      let squares := zsum (fun j => excess (get U j) * excess (get U j)) (indices d) + b * b in
      if squares =? 0 then (0%Q, true)
      else ((squares # (excess_unit * excess_unit)) / (2 * l2 o), below 0 (l2 o))%Q.

    Definition check_optimality (k : positive) (W : zmap) (B : Z) (lower upper : Q) : bool :=
      let dual := conjugate in
      at_most 0 (l1 o) && at_most 0 (l2 o)
      && at_most 0 (first_weight o) && at_most 0 (second_weight o)
      && forallb (fun x => at_most 0 (weight x)) (rows D)
      && (0 <? n)
      && at_most (losses k W B + penalties k W B) upper
      && forallb within_limits items
      && (penalised_offset o || balanced (fun i => signed i (alpha i)))
      && snd dual
      && at_most lower (gains - fst dual).
  End Optimality.

  Definition common_weight (o : objective) : positive :=
    fold_left (fun d x => common (common d (weight x)) (qv o x)) (rows D) 1%positive.
End Claims.

(** ** The certificate *)

(** The points are rows of the data, each named once. *)
Definition valid_points (rows : N) (x : vector) : bool :=
  snd (fold_left
         (fun '(seen, valid) e =>
            (PositiveMap.add (fst e) tt seen,
             valid && negb (PositiveMap.mem (fst e) seen) && (Npos (fst e) <=? rows)%N))
         x (PositiveMap.empty unit, true)).

Definition valid_plane (D : dataset) (c : certificate) (w : vector) (b : Q) : bool :=
  increasing 0 (dimension D) w && (count w =? dimension D)%N
  && (with_offset c || (Qnum b =? 0)).

Definition check (D : dataset) (c : certificate) : bool :=
  let den := fold_left (fun d x => common_of d (values x)) (rows D) 1%positive in
  let e := common_of 1 (points c) in
  let weights := to_map (scale e (points c)) in
  let items := numbered den weights (rows D) in
  let o := with_offset c in
  match rows D with [] => false | _ => true end
  && forallb (fun x => increasing 0 (dimension D) (values x)) (rows D)
  && valid_points (count (rows D)) (points c)
  && forallb (fun i => 0 <=? alpha i) items
  && match claimed c, given_plane c with
     | Inseparable, None => check_inseparable o items
     | _, None => false
     | claim, Some (w, b) =>
         let k := common (common_of 1 w) b in
         let W := to_map (scale k w) in
         let B := times b k in
         valid_plane D c w b
         && match claim with
            | Separator => check_separator den items W B
            | Margin lower upper => check_margin D o den items W B lower upper
            | Inseparable => check_inseparable o items && check_touching den items W B
            | MistakeBound radius bound => check_mistake_bound D o den items W B radius bound
            | Optimality objective lower upper =>
                let f := common_weight D objective in
                let n := zsum (zweight f) items in
                check_optimality D o den e items objective f n k W B lower upper
            end
     end.
