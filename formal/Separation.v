(** Why weighted rows bound the margin, and prove that no plane separates. *)

From Coq Require Import List Reals Lra Psatz.
From Perceptron Require Import Statement Sums.
Import ListNotations.
Open Scope R_scope.

Lemma sum_positive {A} (c s : A -> R) l :
  (forall a, In a l -> 0 <= c a /\ 0 < s a) -> 0 < sum c l -> 0 < sum (fun a => c a * s a) l.
Proof.
  induction l as [|a l IH]; simpl; intros signs positive; [lra|].
  destruct (signs a) as [c_sign s_sign]; [auto|].
  assert (rest : 0 <= sum (fun a => c a * s a) l).
  { apply sum_nonnegative. intros i inside. destruct (signs i); [auto|]. nra. }
  destruct (Req_dec (c a) 0) as [none|some].
  - rewrite none in *. rewrite Rmult_0_l. assert (0 < sum (fun a => c a * s a) l); [|lra].
    apply IH; [auto|lra].
  - assert (0 < c a * s a) by nra. lra.
Qed.

(** Items with a row and a coefficient k each, whose weighted sum is u. *)
Section Combination.
  Context {A : Type} (D : dataset) (source : A -> row) (k : A -> R) (items : list A).
  Variable u : positive -> R.
  Hypothesis known : forall i, In i items -> In (source i) (rows D).
  Hypothesis side : forall i, In i items -> 0 <= k i * sign (source i).
  Hypothesis combination :
    forall f, dot D u f = sum (fun i => k i * dot D (entries (source i)) f) items.

  Let total := sum (fun i => k i * sign (source i)) items.

  Lemma combined_scores p :
    sum (fun i => k i * sign (source i) * signed_score D p (source i)) items
    = dot D u (normal p) + offset p * sum k items.
  Proof.
    rewrite combination, <- sum_scale, <- sum_plus. apply sum_ext. intros i _.
    unfold signed_score. rewrite (dot_symmetric D (normal p)).
    transitivity (k i * (sign (source i) * sign (source i))
                  * (dot D (entries (source i)) (normal p) + offset p)); [ring|].
    rewrite sign_square. ring.
  Qed.

  Lemma free_of_offset with_offset p :
    allowed with_offset p -> (with_offset = true -> sum k items = 0) ->
    offset p * sum k items = 0.
  Proof. intros [free|none] balanced; [rewrite balanced by easy|rewrite none]; ring. Qed.

  (** |u| <= upper.total, so no plane has a margin above upper. *)
  Lemma margin_upper_bound with_offset p g upper :
    allowed with_offset p -> (with_offset = true -> sum k items = 0) ->
    0 < total -> norm D u <= upper * total ->
    0 < norm D (normal p) ->
    (forall x, In x (rows D) -> g <= signed_score D p x / norm D (normal p)) ->
    g <= upper.
  Proof.
    intros planes balanced positive short direction margin.
    set (r := norm D (normal p)) in *.
    assert (below : g * r * total <= dot D u (normal p)).
    { replace (dot D u (normal p)) with (dot D u (normal p) + offset p * sum k items)
        by (rewrite (free_of_offset with_offset); auto; ring).
      rewrite <- combined_scores. unfold total. rewrite <- sum_scale. apply sum_le.
      intros i inside. rewrite (Rmult_comm (g * r)). apply Rmult_le_compat_l; [auto|].
      replace (signed_score D p (source i)) with (signed_score D p (source i) / r * r)
        by (field; lra).
      apply Rmult_le_compat_r; [lra|]. auto. }
    pose proof (dot_le_norms D u (normal p)) as above. fold r in above.
    assert (norm D u * r <= upper * total * r) by (apply Rmult_le_compat_r; lra).
    apply (Rmult_le_reg_r (r * total)); [nra|]. nra.
  Qed.

  (** u = 0, so the weighted scores of any plane sum to 0 and are not all positive. *)
  Lemma not_separable with_offset :
    (forall f, dot D u f = 0) -> (with_offset = true -> sum k items = 0) -> 0 < total ->
    ~ separable D with_offset.
  Proof.
    intros zero balanced positive [p [planes separated]].
    pose proof (combined_scores p) as scores.
    rewrite zero, (free_of_offset with_offset p planes balanced) in scores.
    assert (0 < sum (fun i => k i * sign (source i) * signed_score D p (source i)) items); [|lra].
    apply sum_positive; [|exact positive]. intros i inside. split; auto.
  Qed.
End Combination.

(** Every list that is not empty has an item with the minimum of f. *)
Lemma minimum {A} (f : A -> R) (l : list A) :
  l <> [] -> exists a, In a l /\ forall i, In i l -> f a <= f i.
Proof.
  induction l as [|a [|second more] IH]; [easy| |]; intros _.
  - exists a. split; [now left|]. intros i [<-|[]]. lra.
  - destruct IH as [best [inside least]]; [easy|].
    destruct (Rle_dec (f a) (f best)).
    + exists a. split; [now left|]. intros i [<-|other]; [lra|].
      specialize (least i other). lra.
    + exists best. split; [now right|]. intros i [<-|other]; [lra|auto].
Qed.

(** A plane whose scores are at least lower.|w| and an upper bound on all margins enclose the
    widest margin. *)
Lemma widest_margin_between D with_offset p lower upper :
  rows D <> [] -> allowed with_offset p -> 0 < norm D (normal p) ->
  (forall x, In x (rows D) -> lower * norm D (normal p) <= signed_score D p x) ->
  (forall q g, allowed with_offset q -> 0 < norm D (normal q) -> margin_of D q g -> g <= upper) ->
  exists g, widest_margin D with_offset g /\ lower <= g <= upper.
Proof.
  intros some planes direction below above.
  destruct (minimum (signed_score D p) (rows D) some) as [x [inside least]].
  set (r := norm D (normal p)) in *. set (h := signed_score D p x / r).
  set (margins := fun h => exists p,
    allowed with_offset p /\ 0 < norm D (normal p) /\ margin_of D p h).
  assert (own : margins h).
  { exists p. repeat split; auto.
    - intros i row. fold r. apply Rmult_le_compat_r; [|auto].
      left. now apply Rinv_0_lt_compat.
    - exists x. auto. }
  destruct (completeness margins) as [g [bound smallest]].
  - exists upper. intros h' [q [free [positive margin]]]. eauto.
  - now exists h.
  - exists g. split; [now split|]. split.
    + apply (Rle_trans _ h); [|now apply bound].
      apply (Rmult_le_reg_r r); [lra|]. unfold h. replace (signed_score D p x / r * r)
        with (signed_score D p x) by (field; lra). auto.
    + apply smallest. intros h' [q [free [positive margin]]]. eauto.
Qed.
