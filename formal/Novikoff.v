(** The mistake bound of Novikoff (1962), and the convergence of the perceptron. *)

From Coq Require Import List Reals Lra Psatz Lia.
From Perceptron Require Import Statement Sums Separation.
Import ListNotations.
Open Scope R_scope.

Section Novikoff.
  Variables (D : dataset) (with_offset : bool).

  (** w.w' + b.b' *)
  Definition inner (p q : plane) : R :=
    dot D (normal p) (normal q) + offset p * offset q.

  Definition lifted : R := if with_offset then 1 else 0.

  (** The inequality of Cauchy and Schwarz, with the offset as one more coordinate. *)
  Lemma inner_le p q : inner p q * inner p q <= inner p p * inner q q.
  Proof.
    set (coordinate := fun p i => match i with Some j => normal p j | None => offset p end).
    assert (as_sum : forall p q, inner p q =
      sum (fun i => coordinate p i * coordinate q i) (None :: map Some (features D))).
    { intros. simpl. rewrite sum_map. unfold inner, dot. simpl. ring. }
    rewrite !as_sum. apply cauchy_schwarz.
  Qed.

  Lemma update_allowed p x : allowed with_offset p -> allowed with_offset (update with_offset p x).
  Proof. unfold allowed. destruct with_offset; simpl; intuition congruence. Qed.

  (** An update raises the inner product with q by the score that q gives to the row. *)
  Lemma update_inner p q x :
    allowed with_offset q ->
    inner (update with_offset p x) q = inner p q + signed_score D q x.
  Proof.
    intros planes. unfold inner, signed_score. simpl.
    rewrite dot_plus, dot_scale, (dot_symmetric D (normal q)).
    destruct with_offset; [ring|]. destruct planes as [|none]; [easy|]. rewrite none. ring.
  Qed.

  Lemma update_square p x :
    allowed with_offset p ->
    inner (update with_offset p x) (update with_offset p x)
    = inner p p + 2 * signed_score D p x + dot D (entries x) (entries x) + lifted.
  Proof.
    intros planes. unfold inner, signed_score. simpl.
    rewrite dot_plus, dot_scale, !(dot_symmetric D _ (fun j => _ + _)), !dot_plus, !dot_scale.
    rewrite (dot_symmetric D (entries x) (normal p)).
    pose proof (sign_square x) as square. unfold lifted.
    destruct with_offset; [ring [square]|]. destruct planes as [|none]; [easy|]. rewrite none.
    ring [square].
  Qed.

  Variables (best : plane) (lowest radius : R).
  Hypothesis best_allowed : allowed with_offset best.
  Hypothesis lowest_score : forall x, In x (rows D) -> lowest <= signed_score D best x.
  Hypothesis short : forall x, In x (rows D) -> dot D (entries x) (entries x) <= radius * radius.

  (** k mistakes raise the inner product by k.lowest or more, the square by k(radius^2 + 1) or
      less. *)
  Lemma run_bounds xs : forall p,
    incl xs (rows D) -> allowed with_offset p ->
    let (q, k) := run D with_offset p xs in
    inner p best + INR k * lowest <= inner q best /\
    inner q q <= inner p p + INR k * (radius * radius + lifted).
  Proof.
    induction xs as [|x xs IH]; intros p known planes; simpl run.
    - simpl. lra.
    - apply incl_cons_inv in known. destruct known as [inside known].
      destruct (Rle_dec (signed_score D p x) 0) as [wrong|right]; [|now apply IH].
      specialize (IH (update with_offset p x) known (update_allowed p x planes)).
      destruct (run D with_offset (update with_offset p x) xs) as [q k].
      rewrite update_inner, update_square in IH by assumption.
      specialize (lowest_score x inside). specialize (short x inside). rewrite S_INR. lra.
  Qed.

  Lemma novikoff xs :
    0 < lowest -> incl xs (rows D) ->
    INR (mistakes D with_offset xs) * (lowest * lowest)
    <= (radius * radius + lifted) * inner best best.
  Proof.
    intros positive known. unfold mistakes.
    pose proof (run_bounds xs zero_plane known) as bounds.
    destruct (run D with_offset zero_plane xs) as [q k]. simpl.
    destruct bounds as [far short_sum]; [now right|].
    assert (nothing : forall r, inner zero_plane r = 0)
      by (intros; unfold inner; simpl; rewrite dot_zero; ring).
    rewrite nothing in far, short_sum.
    pose proof (inner_le q best) as product.
    assert (square : 0 <= inner best best).
    { unfold inner. pose proof (dot_nonnegative D (normal best)). nra. }
    pose proof (pos_INR k) as count.
    destruct (Req_dec (INR k) 0) as [none|some].
    - rewrite none, Rmult_0_l. apply Rmult_le_pos; [|exact square].
      unfold lifted. destruct with_offset; nra.
    - apply (Rmult_le_reg_l (INR k)); [lra|].
      assert (INR k * lowest * (INR k * lowest) <= inner q best * inner q best).
      { assert (0 <= INR k * lowest) by nra. apply Rmult_le_compat; lra. }
      assert (inner q q * inner best best
              <= INR k * (radius * radius + lifted) * inner best best)
        by (apply Rmult_le_compat_r; lra).
      lra.
  Qed.
End Novikoff.

(** ** The convergence theorem *)

Section Convergence.
  Variables (D : dataset) (with_offset : bool) (pass : nat -> list row).

  Lemma run_app xs ys : forall p,
    run D with_offset p (xs ++ ys)
    = let (q, k) := run D with_offset p xs in
      let (r, l) := run D with_offset q ys in (r, (k + l)%nat).
  Proof.
    induction xs as [|x xs IH]; intros p; simpl.
    - destruct (run D with_offset p ys); reflexivity.
    - destruct (Rle_dec (signed_score D p x) 0); [|apply IH].
      rewrite IH. destruct (run D with_offset (update with_offset p x) xs) as [q k].
      destruct (run D with_offset q ys). reflexivity.
  Qed.

  Lemma clean_run xs : forall p,
    snd (run D with_offset p xs) = 0%nat -> forall x, In x xs -> 0 < signed_score D p x.
  Proof.
    induction xs as [|a xs IH]; simpl; intros p clean x inside; [easy|].
    destruct (Rle_dec (signed_score D p a) 0) as [wrong|right].
    - destruct (run D with_offset (update with_offset p a) xs). easy.
    - destruct inside as [<-|inside]; [lra|now apply IH].
  Qed.

  Hypothesis same_rows : forall t x, In x (pass t) <-> In x (rows D).

  Lemma visited_known t : incl (visited pass t) (rows D).
  Proof.
    induction t as [|t IH]; simpl; intros x inside; [easy|].
    apply in_app_or in inside. destruct inside; [auto|]. now apply (same_rows t).
  Qed.

  Lemma mistakes_so_far t :
    mistakes D with_offset (visited pass (S t))
    = (mistakes D with_offset (visited pass t) + mistakes_of_pass D with_offset pass t)%nat.
  Proof.
    unfold mistakes_of_pass, mistakes, plane_after. simpl visited. rewrite run_app.
    destruct (run D with_offset zero_plane (visited pass t)) as [q k]. simpl.
    destruct (run D with_offset q (pass t)). reflexivity.
  Qed.

  (** On separable data the perceptron stops, at a plane that separates. *)
  Theorem convergence : separable D with_offset -> converges D with_offset pass.
  Proof.
    intros [best [planes separated]].
    assert (bounded : exists M, forall t, INR (mistakes D with_offset (visited pass t)) <= M).
    { assert (shape : rows D = [] \/ rows D <> []) by (destruct (rows D); [now left|now right]).
      destruct shape as [none|some].
      - exists 0. intros t. replace (visited pass t) with (@nil row); [simpl; lra|].
        pose proof (visited_known t) as known. rewrite none in known.
        now apply incl_l_nil in known.
      - destruct (minimum (signed_score D best) (rows D) some) as [x [x_in lowest]].
        destruct (minimum (fun x => - dot D (entries x) (entries x)) (rows D) some)
          as [z [z_in longest]].
        set (s := signed_score D best x) in *.
        assert (0 < s) by (now apply separated).
        exists ((norm D (entries z) * norm D (entries z) + lifted with_offset)
                * inner D best best / (s * s)).
        intros t. apply (Rmult_le_reg_r (s * s)); [nra|].
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra.
        apply novikoff; auto using visited_known.
        intros i inside. rewrite norm_square. specialize (longest i inside). lra. }
    destruct bounded as [M bounded].
    assert (clean : exists t, mistakes_of_pass D with_offset pass t = 0%nat).
    { destruct (archimed M) as [above _]. set (T := Z.to_nat (up M)).
      assert (many : M < INR T).
      { unfold T. rewrite INR_IZR_INZ. apply (Rlt_le_trans _ _ _ above).
        apply IZR_le. lia. }
      assert (search : forall t, (exists s, mistakes_of_pass D with_offset pass s = 0%nat)
                                 \/ (t <= mistakes D with_offset (visited pass t))%nat).
      { induction t as [|t [found|count]]; [right; lia|now left|].
        destruct (mistakes_of_pass D with_offset pass t) eqn:last; [left; now exists t|].
        right. rewrite mistakes_so_far, last. lia. }
      destruct (search T) as [found|count]; [exact found|].
      apply le_INR in count. specialize (bounded T). lra. }
    destruct clean as [t clean]. exists t. split; [exact clean|].
    intros x inside. apply (clean_run (pass t)); [exact clean|]. now apply same_rows.
  Qed.
End Convergence.
