(** The theorems: a certificate that the checker accepts makes a true claim. *)

From Coq Require Import List NArith ZArith QArith Qreals Reals Bool.
From Coq Require Import Lia Lra.
From Perceptron Require Import Statement Sums Novikoff Checker Integers Claims Optimality.
Import ListNotations.
Open Scope R_scope.

(** The integer plane of the checker is a positive multiple of the given one. *)
Section ScaledPlane.
  Variables (w : vector) (b : Q).
  Let k := common (common_of 1 w) b.
  Let W := to_map (scale k w).
  Let B := times b k.
  Let given := real_plane (w, b).

  Lemma normal_scaled j : IZR (get W j) = IZR (Zpos k) * normal given j.
  Proof.
    apply to_map_scale. intros e inside. destruct (common_divides (common_of 1 w) b) as [_ more].
    apply (Z.divide_trans _ _ _) with (2 := more). now apply common_of_divides.
  Qed.

  Lemma offset_scaled : IZR B = IZR (Zpos k) * offset given.
  Proof. apply times_correct, common_divides. Qed.

  Lemma score_scaled D x :
    signed_score D (zplane W B) x = IZR (Zpos k) * signed_score D given x.
  Proof. apply zplane_score; [apply normal_scaled|apply offset_scaled]. Qed.

  Lemma allowed_scaled with_offset :
    with_offset || (Qnum b =? 0)%Z = true ->
    allowed with_offset given /\ allowed with_offset (zplane W B).
  Proof.
    intros case. apply orb_true_iff in case. destruct case as [free|zero]; [split; now left|].
    assert (none : offset given = 0).
    { apply Z.eqb_eq in zero. unfold given. simpl. unfold Q2R. rewrite zero. ring. }
    split; right; [exact none|]. simpl. rewrite offset_scaled, none. ring.
  Qed.
End ScaledPlane.

Theorem check_sound D c : check D c = true -> holds D c.
Proof.
  unfold check. set (den := fold_left _ (rows D) _). set (e := common_of 1 (points c)).
  set (weights := to_map _). rewrite !andb_true_iff.
  intros [[[[nonempty sorted] _] nonnegative] accepted].
  assert (some : rows D <> []) by now destruct (rows D).
  rewrite forallb_forall in sorted, nonnegative.
  assert (alphas : forall i, In i (numbered den weights (rows D)) -> (0 <= alpha i)%Z)
    by (intros; now apply Z.leb_le, nonnegative).
  assert (fine : forall x e, In x (rows D) -> In e (values x) -> divides (snd e) den).
  { intros x entry x_in e_in. unfold den.
    destruct (fold_divides (fun d x => common_of d (values x))
      (fun (x : row) q => exists e, In e (values x) /\ q = snd e) (rows D)) with (d := 1%positive)
      as [_ each].
    - intros d a. destruct (common_of_divides d (values a)) as [longer parts].
      split; [exact longer|]. intros q [e' [inside ->]]. auto.
    - apply (each x); [exact x_in|]. now exists entry. }
  unfold holds. destruct (given_plane c) as [[w b]|].
  2:{ destruct (claimed c); try easy. now apply (inseparable D (with_offset c) den weights). }
  set (k := common (common_of 1 w) b) in *. set (W := to_map (scale k w)) in *.
  set (B := times b k) in *. pose proof (IZR_positive k) as k_sign.
  assert (split_accepted : valid_plane D c w b = true /\ match claimed c with
    | Separator => check_separator den (numbered den weights (rows D)) W B
    | Margin lower upper => check_margin D (with_offset c) den
                              (numbered den weights (rows D)) W B lower upper
    | Inseparable => check_inseparable D (with_offset c) (numbered den weights (rows D))
                     && check_touching den (numbered den weights (rows D)) W B
    | MistakeBound radius bound => check_mistake_bound D (with_offset c) den
                              (numbered den weights (rows D)) W B radius bound
    | Optimality o lower upper => check_optimality D (with_offset c) den e
        (numbered den weights (rows D)) o (common_weight D o)
        (zsum (zweight (common_weight D o)) (numbered den weights (rows D))) k W B lower upper
    end = true)
    by (apply andb_true_iff; destruct (claimed c); exact accepted).
  clear accepted. destruct split_accepted as [valid accepted].
  unfold valid_plane in valid. apply andb_true_iff in valid. destruct valid as [_ free].
  destruct (allowed_scaled w b (with_offset c) free) as [given_allowed z_allowed].
  fold k W B in z_allowed.
  pose proof (score_scaled w b D) as scaled. fold k W B in scaled.
  destruct (claimed c) as [|lower upper| |radius bound|o lower upper].
  - split; [exact given_allowed|]. intros x inside.
    pose proof (least_score_positive D den weights sorted fine W B x accepted inside) as positive.
    rewrite scaled in positive. nra.
  - now apply (margin D (with_offset c) den weights some sorted fine W B).
  - apply andb_true_iff in accepted. destruct accepted as [apart touch].
    split; [now apply (inseparable D (with_offset c) den weights)|].
    split; [exact given_allowed|].
    destruct (touching D den weights sorted fine W B touch) as [all [x [inside one]]]. split.
    + intros z z_in. specialize (all z z_in). rewrite scaled in all. nra.
    + exists x. split; [exact inside|]. rewrite scaled in one. nra.
  - now apply (mistake_bound D (with_offset c) den weights sorted fine W B).
  - unfold check_optimality in accepted. rewrite !andb_true_iff in accepted.
    destruct accepted as
      [[[[[[[[[[l1_sign l2_sign] first_sign] second_sign] row_signs] total] above] limits] balance]
        curved] below].
    apply at_most_correct in l1_sign, l2_sign, first_sign, second_sign, above, below.
    rewrite Q2R_zero in l1_sign, l2_sign, first_sign, second_sign.
    rewrite forallb_forall in row_signs, limits. apply Z.ltb_lt in total.
    assert (fine_weight : forall x, In x (rows D) ->
      divides (weight x) (common_weight D o) /\ divides (qv o x) (common_weight D o)).
    { intros x inside.
      destruct (fold_divides (fun d x => common (common d (weight x)) (qv o x))
        (fun (x : row) q => q = weight x \/ q = qv o x) (rows D)) with (d := 1%positive)
        as [_ each].
      - intros d a. destruct (common_divides d (weight a)) as [own longer].
        destruct (common_divides (common d (weight a)) (qv o a)) as [own' longer'].
        split; [now apply (Z.divide_trans _ _ _ longer)|].
        intros q [->| ->]; [now apply (Z.divide_trans _ _ _ own)|exact own'].
      - split; apply (each x); auto. }
    split; [exact given_allowed|]. split.
    + rewrite Q2R_plus in above. unfold objective_of.
      rewrite (losses_correct D den _ weights o sorted fine fine_weight total k W B
        (real_plane (w, b)) (normal_scaled w b) (offset_scaled w b)) in above.
      rewrite (penalties_correct D o k W B (real_plane (w, b)) (normal_scaled w b)
        (offset_scaled w b)) in above.
      lra.
    + intros p planes.
      apply (lower_bound D (with_offset c) den e (common_weight D o) weights o sorted fine
        fine_weight alphas total); auto.
      * intros x inside. unfold total_weight. specialize (row_signs x inside).
        apply at_most_correct in row_signs. rewrite Q2R_zero in row_signs.
        apply Rmult_le_pos; [|exact row_signs]. destruct (second x); assumption.
      * apply orb_true_iff in balance. exact balance.
Qed.

(** ** The theorem for each kind of certificate *)

Section Kinds.
  Variables (D : dataset) (o : bool) (points : vector).

  Theorem separator_sound w b :
    check D (Certificate o Separator (Some (w, b)) points) = true ->
    allowed o (real_plane (w, b)) /\ separates D (real_plane (w, b)).
  Proof. exact (check_sound D (Certificate o Separator (Some (w, b)) points)). Qed.

  Theorem inseparable_sound :
    check D (Certificate o Inseparable None points) = true -> ~ separable D o.
  Proof. exact (check_sound D (Certificate o Inseparable None points)). Qed.

  Theorem touching_sound w b :
    check D (Certificate o Inseparable (Some (w, b)) points) = true ->
    ~ separable D o /\ allowed o (real_plane (w, b)) /\ separates_weakly D (real_plane (w, b)).
  Proof. exact (check_sound D (Certificate o Inseparable (Some (w, b)) points)). Qed.

  Theorem margin_sound lower upper given :
    check D (Certificate o (Margin lower upper) (Some given) points) = true ->
    exists g, widest_margin D o g /\ Q2R lower <= g <= Q2R upper.
  Proof. exact (check_sound D (Certificate o (Margin lower upper) (Some given) points)). Qed.

  Theorem mistake_bound_sound radius bound given :
    check D (Certificate o (MistakeBound radius bound) (Some given) points) = true ->
    (forall x, In x (rows D) -> norm D (entries x) <= Q2R radius) /\
    (forall xs, incl xs (rows D) -> INR (mistakes D o xs) <= Q2R bound).
  Proof. exact (check_sound D (Certificate o (MistakeBound radius bound) (Some given) points)). Qed.

  Theorem optimality_sound objective lower upper w b :
    check D (Certificate o (Optimality objective lower upper) (Some (w, b)) points) = true ->
    allowed o (real_plane (w, b)) /\
    objective_of D objective (real_plane (w, b)) <= Q2R upper /\
    (forall p, allowed o p -> Q2R lower <= objective_of D objective p).
  Proof.
    exact (check_sound D (Certificate o (Optimality objective lower upper) (Some (w, b)) points)).
  Qed.
End Kinds.
