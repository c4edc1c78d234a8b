(** The theorems: a certificate that the checker accepts makes a true claim. *)

From Coq Require Import List NArith ZArith QArith Qreals Reals Bool.
From Coq Require Import Lia Lra.
From Perceptron Require Import Statement Sums Novikoff Checker Integers Claims Objective Optimality.
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

  Lemma margin_scaled D g : has_margin D (zplane W B) g -> has_margin D given g.
  Proof.
    pose proof (IZR_positive k) as positive.
    assert (length : norm D (normal (zplane W B)) = IZR (Zpos k) * norm D (normal given)).
    { unfold norm. rewrite <- (sqrt_square (IZR (Zpos k))) by lra.
      rewrite <- sqrt_mult; [|nra|apply dot_nonnegative]. apply (f_equal sqrt).
      transitivity (dot D (fun j => IZR (Zpos k) * normal given j)
                        (fun j => IZR (Zpos k) * normal given j)).
      - apply sum_ext. intros j _. rewrite <- normal_scaled. reflexivity.
      - rewrite dot_scale, dot_symmetric, dot_scale. ring. }
    intros [direction distances]. rewrite length in *.
    assert (nonzero : 0 < norm D (normal given)) by nra.
    split; [exact nonzero|]. intros x inside. specialize (distances x inside).
    rewrite score_scaled in distances.
    replace (IZR (Zpos k) * signed_score D given x / (IZR (Zpos k) * norm D (normal given)))
      with (signed_score D given x / norm D (normal given)) in distances by (field; lra).
    exact distances.
  Qed.

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

(** What acceptance means: the rows are well formed, and the check of the claim succeeded. *)
Lemma accepted D c : check D c = true ->
  exists den e weights,
    let items := numbered den weights (rows D) in
    rows D <> [] /\
    (forall x, In x (rows D) -> increasing 0 (dimension D) (values x) = true) /\
    (forall x e, In x (rows D) -> In e (values x) -> divides (snd e) den) /\
    (forall i, In i items -> (0 <= alpha i)%Z) /\
    match given_plane c with
    | None =>
        match claimed c with
        | Inseparable => check_inseparable (with_offset c) items = true
        | _ => False
        end
    | Some (w, b) =>
        let k := common (common_of 1 w) b in
        let W := to_map (scale k w) in
        let B := times b k in
        with_offset c || (Qnum b =? 0)%Z = true /\
        match claimed c with
        | Separator => check_separator den items W B
        | Margin lower upper => check_margin D (with_offset c) den items W B lower upper
        | Inseparable => check_inseparable (with_offset c) items && check_touching den items W B
        | MistakeBound radius bound =>
            check_mistake_bound D (with_offset c) den items W B radius bound
        | Optimality o lower upper =>
            let f := common_weight D o in
            check_optimality D (with_offset c) den e items o f (zsum (zweight f) items) k W B
                             lower upper
        end = true
    end.
Proof.
  unfold check. set (den := fold_left _ (rows D) _). set (e := common_of 1 (points c)).
  set (weights := to_map _). rewrite !andb_true_iff.
  intros [[[[nonempty sorted] _] nonnegative] accepted].
  rewrite forallb_forall in sorted, nonnegative.
  exists den, e, weights. repeat split.
  - now destruct (rows D).
  - exact sorted.
  - intros x entry x_in e_in. unfold den.
    destruct (fold_divides (fun d x => common_of d (values x))
      (fun (x : row) q => exists e, In e (values x) /\ q = snd e) (rows D)) with (d := 1%positive)
      as [_ each].
    + intros d a. destruct (common_of_divides d (values a)) as [longer parts].
      split; [exact longer|]. intros q [e' [inside ->]]. auto.
    + apply (each x); [exact x_in|]. now exists entry.
  - intros. now apply Z.leb_le, nonnegative.
  - unfold valid_plane in accepted. destruct (given_plane c) as [[w b]|].
    + destruct (claimed c); apply andb_true_iff in accepted; destruct accepted as [valid rest];
        apply andb_true_iff in valid; split; easy.
    + destruct (claimed c); easy.
Qed.

(** ** The theorem for each kind of certificate *)

Section Kinds.
  Variables (D : dataset) (o : bool) (points : vector).

  Theorem separator_sound w b :
    check D (Certificate o Separator (Some (w, b)) points) = true ->
    allowed o (real_plane (w, b)) /\ separates D (real_plane (w, b)).
  Proof.
    intros check_true. destruct (accepted _ _ check_true)
      as [den [e [weights [_ [sorted [divides_den [_ [offset_allowed positive]]]]]]]].
    split; [now apply allowed_scaled|]. intros x inside.
    pose proof (minimum_score_positive D den weights sorted divides_den _ _ x positive inside)
      as score.
    rewrite score_scaled in score. pose proof (IZR_positive (common (common_of 1 w) b)). nra.
  Qed.

  Theorem inseparable_sound :
    check D (Certificate o Inseparable None points) = true -> ~ separable D o.
  Proof.
    intros check_true. destruct (accepted _ _ check_true)
      as [den [e [weights [_ [sorted [divides_den [alphas zero]]]]]]].
    now apply (inseparable D o den weights).
  Qed.

  Theorem touching_sound w b :
    check D (Certificate o Inseparable (Some (w, b)) points) = true ->
    ~ separable D o /\ allowed o (real_plane (w, b)) /\ separates_weakly D (real_plane (w, b)).
  Proof.
    intros check_true. destruct (accepted _ _ check_true)
      as [den [e [weights [_ [sorted [divides_den [alphas [offset_allowed both]]]]]]]].
    apply andb_true_iff in both. destruct both as [zero touch].
    split; [now apply (inseparable D o den weights)|]. split; [now apply allowed_scaled|].
    pose proof (IZR_positive (common (common_of 1 w) b)).
    destruct (touching D den weights sorted divides_den _ _ touch) as [all [x [inside some]]].
    split.
    - intros z z_in. specialize (all z z_in). rewrite score_scaled in all. nra.
    - exists x. split; [exact inside|]. rewrite score_scaled in some. nra.
  Qed.

  Theorem margin_sound lower upper w b :
    check D (Certificate o (Margin lower upper) (Some (w, b)) points) = true ->
    allowed o (real_plane (w, b)) /\ has_margin D (real_plane (w, b)) (Q2R lower) /\
    exists g, widest_margin D o g /\ Q2R lower <= g <= Q2R upper.
  Proof.
    intros check_true. destruct (accepted _ _ check_true)
      as [den [e [weights [some [sorted [divides_den [_ [offset_allowed bounds]]]]]]]].
    destruct (margin D o den weights some sorted divides_den _ _ _ _
                (proj2 (allowed_scaled w b o offset_allowed)) bounds) as [own widest].
    split; [now apply allowed_scaled|]. split; [now apply margin_scaled|exact widest].
  Qed.

  Theorem mistake_bound_sound radius bound given :
    check D (Certificate o (MistakeBound radius bound) (Some given) points) = true ->
    (forall x, In x (rows D) -> norm D (entries x) <= Q2R radius) /\
    (forall xs, incl xs (rows D) -> INR (mistakes D o xs) <= Q2R bound).
  Proof.
    intros check_true. destruct given as [w b]. destruct (accepted _ _ check_true)
      as [den [e [weights [_ [sorted [divides_den [_ [offset_allowed bounds]]]]]]]].
    eapply (mistake_bound D o den weights sorted divides_den); [|exact bounds].
    now apply allowed_scaled.
  Qed.

  Theorem optimality_sound objective lower upper w b :
    check D (Certificate o (Optimality objective lower upper) (Some (w, b)) points) = true ->
    meaningful D objective /\ allowed o (real_plane (w, b)) /\
    objective_of D objective (real_plane (w, b)) <= Q2R upper /\
    (forall p, allowed o p -> Q2R lower <= objective_of D objective p).
  Proof.
    intros check_true. destruct (accepted _ _ check_true)
      as [den [e [weights [_ [sorted [divides_den [alphas [offset_allowed checks]]]]]]]].
    simpl claimed in checks. simpl with_offset in checks.
    unfold check_optimality in checks. rewrite !andb_true_iff in checks.
    set (k := common (common_of 1 w) b) in *.
    destruct checks as
      [[[[[[[[[[l1_sign l2_sign] first_sign] second_sign] row_signs] total] above] limits] balance]
        curved] below].
    apply at_most_correct in l1_sign, l2_sign, first_sign, second_sign, above, below.
    rewrite Q2R_zero in l1_sign, l2_sign, first_sign, second_sign.
    rewrite forallb_forall in row_signs, limits. apply Z.ltb_lt in total.
    assert (weights_divide : forall x, In x (rows D) ->
      divides (weight x) (common_weight D objective)
      /\ divides (qv objective x) (common_weight D objective)).
    { intros x inside.
      destruct (fold_divides (fun d x => common (common d (weight x)) (qv objective x))
        (fun (x : row) q => q = weight x \/ q = qv objective x) (rows D)) with (d := 1%positive)
        as [_ each].
      - intros d a. destruct (common_divides d (weight a)) as [own longer].
        destruct (common_divides (common d (weight a)) (qv objective a)) as [own' longer'].
        split; [now apply (Z.divide_trans _ _ _ longer)|].
        intros q [->| ->]; [now apply (Z.divide_trans _ _ _ own)|exact own'].
      - split; apply (each x); auto. }
    assert (row_weight_sign : forall x, In x (rows D) -> 0 <= Q2R (weight x)).
    { intros x inside. specialize (row_signs x inside). apply at_most_correct in row_signs.
      now rewrite Q2R_zero in row_signs. }
    assert (weight_sign : forall x, In x (rows D) -> 0 <= total_weight objective x).
    { intros x inside. apply Rmult_le_pos; [|now apply row_weight_sign].
      destruct (in_second_class x); assumption. }
    split.
    { repeat split; try assumption.
      exact (n_sign D den _ weights objective weights_divide total). }
    split; [now apply allowed_scaled|]. split.
    - rewrite Q2R_plus in above. unfold objective_of.
      pose proof (losses_above D den _ weights objective sorted divides_den weights_divide total
        weight_sign k _ _ (real_plane (w, b)) (normal_scaled w b) (offset_scaled w b)).
      pose proof (penalties_correct D objective k _ _ (real_plane (w, b)) (normal_scaled w b)
        (offset_scaled w b)).
      fold k in H, H0. lra.
    - intros p planes.
      apply (lower_bound D o den e (common_weight D objective) weights objective sorted divides_den
        weights_divide alphas total); auto.
      apply orb_true_iff in balance. exact balance.
  Qed.
End Kinds.

(** A certificate that the checker accepts makes a true claim. *)
Theorem check_sound D c : check D c = true -> holds D c.
Proof.
  destruct c as [o claim [[w b]|] points]; destruct claim; unfold holds; simpl.
  - apply separator_sound.
  - apply margin_sound.
  - apply touching_sound.
  - apply mistake_bound_sound.
  - apply optimality_sound.
  - intros check_true. now destruct (accepted _ _ check_true) as [? [? [? [_ [_ [_ [_ no]]]]]]].
  - intros check_true. now destruct (accepted _ _ check_true) as [? [? [? [_ [_ [_ [_ no]]]]]]].
  - apply inseparable_sound.
  - intros check_true. now destruct (accepted _ _ check_true) as [? [? [? [_ [_ [_ [_ no]]]]]]].
  - intros check_true. now destruct (accepted _ _ check_true) as [? [? [? [_ [_ [_ [_ no]]]]]]].
Qed.
