(** What certificates claim.

    Everything that the theorems of this folder say is said with the definitions of this file, and
    no other file has to be read to know what was proved. (Exponential.v only proves that the
    supremum exists with which the logarithm is defined.) The letters are those of
    docs/certificates.md. Data and certificates are rational numbers; planes are real. *)

From Coq Require Import List NArith QArith Reals Qreals.
From Perceptron Require Import Exponential.
Import ListNotations.
Open Scope R_scope.

(** ** Data *)

(** The values of a row that are given, each with the number of its feature, counted from 1. *)
Definition vector := list (positive * Q).

(** The value of feature j; 0 if none is given. *)
Fixpoint value (x : vector) (j : positive) : Q :=
  match x with
  | [] => 0
  | (k, q) :: more => if Pos.eqb k j then q else value more j
  end.

Record row := Row {
  in_second_class : bool;
  weight : Q;  (* of the row, in objectives only *)
  values : vector
}.

Record dataset := Dataset { dimension : N; rows : list row }.

(** y: 1 for the second class, -1 for the first. *)
Definition sign (x : row) : R := if in_second_class x then 1 else -1.

(** The real vector x; features without a value are 0. *)
Definition entries (x : row) (j : positive) : R := Q2R (value (values x) j).

(** The features 1, ..., d. *)
Definition features (D : dataset) : list positive :=
  map Pos.of_nat (seq 1 (N.to_nat (dimension D))).

(** ** Planes *)

Fixpoint sum {A} (f : A -> R) (l : list A) : R :=
  match l with
  | [] => 0
  | a :: more => f a + sum f more
  end.

Definition dot (D : dataset) (u v : positive -> R) : R :=
  sum (fun j => u j * v j) (features D).

Definition norm (D : dataset) (u : positive -> R) : R := sqrt (dot D u u).

(** The plane { x : w.x + b = 0 }, with w = [normal] and b = [offset]. *)
Record plane := Plane { normal : positive -> R; offset : R }.

(** y(w.x + b): positive if the plane has x on its side. *)
Definition signed_score (D : dataset) (p : plane) (x : row) : R :=
  sign x * (dot D (normal p) (entries x) + offset p).

(** Whether p is one of the planes that a claim is about: all of them, or those through the
    origin. *)
Definition allowed (with_offset : bool) (p : plane) : Prop := with_offset = true \/ offset p = 0.

(** ** Separability and margin *)

Definition separates (D : dataset) (p : plane) : Prop :=
  forall x, In x (rows D) -> 0 < signed_score D p x.

Definition separable (D : dataset) (with_offset : bool) : Prop :=
  exists p, allowed with_offset p /\ separates D p.

(** No row is on the wrong side of p, and not all rows are on p: if D is not separable, its classes
    touch without overlapping. *)
Definition separates_weakly (D : dataset) (p : plane) : Prop :=
  (forall x, In x (rows D) -> 0 <= signed_score D p x) /\
  (exists x, In x (rows D) /\ 0 < signed_score D p x).

(** g is the margin of p: the minimum over the rows of y(w.x + b)/|w|. *)
Definition margin_of (D : dataset) (p : plane) (g : R) : Prop :=
  (forall x, In x (rows D) -> g <= signed_score D p x / norm D (normal p)) /\
  (exists x, In x (rows D) /\ g = signed_score D p x / norm D (normal p)).

(** Every row is on its side of p, at a distance of g or more. (If g is negative: on its side, or
    at a distance of -g or less.) *)
Definition has_margin (D : dataset) (p : plane) (g : R) : Prop :=
  0 < norm D (normal p) /\
  forall x, In x (rows D) -> g <= signed_score D p x / norm D (normal p).

(** The widest margin: g is the supremum of the margins of all planes. *)
Definition widest_margin (D : dataset) (with_offset : bool) (g : R) : Prop :=
  is_lub (fun h => exists p, allowed with_offset p /\ 0 < norm D (normal p) /\ margin_of D p h) g.

(** ** The perceptron *)

Definition zero_plane : plane := Plane (fun _ => 0) 0.

(** The update of a mistake: w + yx and, with an offset, b + y. This is the perceptron of the
    textbooks: in real numbers, and without the weights of rows. *)
Definition update (with_offset : bool) (p : plane) (x : row) : plane :=
  Plane (fun j => normal p j + sign x * entries x j)
        (if with_offset then offset p + sign x else offset p).

(** The perceptron that starts at p and visits the rows xs one after the other: its plane at the
    end and the number of its mistakes. *)
Fixpoint run (D : dataset) (with_offset : bool) (p : plane) (xs : list row) : plane * nat :=
  match xs with
  | [] => (p, 0%nat)
  | x :: more =>
      if Rle_dec (signed_score D p x) 0
      then let (q, mistakes) := run D with_offset (update with_offset p x) more in (q, S mistakes)
      else run D with_offset p more
  end.

Definition mistakes (D : dataset) (with_offset : bool) (xs : list row) : nat :=
  snd (run D with_offset zero_plane xs).

(** The rows visited in the first t passes, and the plane after them. Pass t visits the list
    [pass t], in its order. *)
Fixpoint visited (pass : nat -> list row) (t : nat) : list row :=
  match t with
  | O => []
  | S before => visited pass before ++ pass before
  end.

Definition plane_after (D : dataset) (with_offset : bool) (pass : nat -> list row) (t : nat)
  : plane :=
  fst (run D with_offset zero_plane (visited pass t)).

Definition mistakes_of_pass (D : dataset) (with_offset : bool) (pass : nat -> list row) (t : nat)
  : nat :=
  snd (run D with_offset (plane_after D with_offset pass t) (pass t)).

(** Some pass makes no mistake, so that the plane does not change any more, and it separates. *)
Definition converges (D : dataset) (with_offset : bool) (pass : nat -> list row) : Prop :=
  exists t, mistakes_of_pass D with_offset pass t = 0%nat
            /\ separates D (plane_after D with_offset pass t).

(** ** Regularised losses *)

(** The natural logarithm of y > 0: the supremum of the numbers t with exp(t) <= y. Results.v says
    that exp(log y) = y. (The logarithm of Coq's library needs the law of excluded middle as an
    axiom; this one does not.) *)
Definition log (y : R) : R :=
  match Rlt_dec 0 y with
  | left positive =>
      proj1_sig (completeness (fun t => exp t <= y)
                              (exponents_bounded y positive) (exponents_exist y positive))
  | right _ => 0
  end.

Inductive loss := Hinge | SquaredHinge | Perceptron | Logistic.

Definition loss_of (l : loss) (m : R) : R :=
  match l with
  | Hinge => Rmax 0 (1 - m)
  | SquaredHinge => (Rmax 0 (1 - m)) ^ 2
  | Perceptron => Rmax 0 (- m)
  | Logistic => log (1 + exp (- m))
  end.

Record objective := Objective {
  row_loss : loss;
  l1 : Q;
  l2 : Q;
  penalised_offset : bool;  (* if planes have an offset: penalised or free *)
  first_weight : Q;   (* of the rows of the first class *)
  second_weight : Q
}.

(** v: the weight of a row times that of its class. *)
Definition total_weight (o : objective) (x : row) : R :=
  Q2R (if in_second_class x then second_weight o else first_weight o) * Q2R (weight x).

Definition penalty (o : objective) (t : R) : R := Q2R (l1 o) * Rabs t + Q2R (l2 o) / 2 * t ^ 2.

(** P(w, b) = (1/n) sum v.loss(y(w.x + b)) + l1 |w|_1 + (l2/2) |w|^2, where n is the sum of the
    weights of the rows, without those of the classes. A penalised offset counts as one more
    weight. *)
Definition objective_of (D : dataset) (o : objective) (p : plane) : R :=
  sum (fun x => total_weight o x * loss_of (row_loss o) (signed_score D p x)) (rows D)
    / sum (fun x => Q2R (weight x)) (rows D)
  + sum (fun j => penalty o (normal p j)) (features D)
  + (if penalised_offset o then penalty o (offset p) else 0).

(** No weight and no penalty is negative, and n is not zero (Coq gives x/0 a value too). *)
Definition meaningful (D : dataset) (o : objective) : Prop :=
  (forall x, In x (rows D) -> 0 <= Q2R (weight x)) /\
  0 < sum (fun x => Q2R (weight x)) (rows D) /\
  0 <= Q2R (first_weight o) /\ 0 <= Q2R (second_weight o) /\
  0 <= Q2R (l1 o) /\ 0 <= Q2R (l2 o).

(** ** Certificates *)

Inductive claim :=
| Separator
| Margin (lower upper : Q)
| Inseparable
| MistakeBound (radius bound : Q)
| Optimality (o : objective) (lower upper : Q).

Record certificate := Certificate {
  with_offset : bool;
  claimed : claim;
  given_plane : option (vector * Q);  (* weights and offset *)
  points : vector                     (* weights of rows, which are counted from 1 *)
}.

Definition real_plane (given : vector * Q) : plane :=
  Plane (fun j => Q2R (value (fst given) j)) (Q2R (snd given)).

(** The claim of certificate c about the data D. Without a plane only [Inseparable] claims
    something. *)
Definition holds (D : dataset) (c : certificate) : Prop :=
  match claimed c, given_plane c with
  | Separator, Some given =>
      allowed (with_offset c) (real_plane given) /\ separates D (real_plane given)
  | Margin lower upper, Some given =>
      allowed (with_offset c) (real_plane given) /\
      has_margin D (real_plane given) (Q2R lower) /\
      exists g, widest_margin D (with_offset c) g /\ Q2R lower <= g <= Q2R upper
  | Inseparable, None => ~ separable D (with_offset c)
  | Inseparable, Some given =>
      ~ separable D (with_offset c) /\
      allowed (with_offset c) (real_plane given) /\ separates_weakly D (real_plane given)
  | MistakeBound radius bound, Some _ =>
      (forall x, In x (rows D) -> norm D (entries x) <= Q2R radius) /\
      (forall xs, incl xs (rows D) -> INR (mistakes D (with_offset c) xs) <= Q2R bound)
  | Optimality o lower upper, Some given =>
      meaningful D o /\
      allowed (with_offset c) (real_plane given) /\
      objective_of D o (real_plane given) <= Q2R upper /\
      (forall p, allowed (with_offset c) p -> Q2R lower <= objective_of D o p)
  | _, None => False
  end.
