(** Why a point of the dual problem bounds the objective of every plane from below. *)

From Coq Require Import List Reals Lra Psatz Qreals.
From Perceptron Require Import Statement Sums.
Import ListNotations.
Open Scope R_scope.

(** v.loss(m) + beta.m >= gain for every m: the gain of a row with weight v. *)
Lemma hinge_gain v beta m : 0 <= beta <= v -> beta <= v * loss_of Hinge m + beta * m.
Proof.
  intros limits. simpl. unfold Rmax. destruct (Rle_dec 0 (1 - m)); nra.
Qed.

Lemma perceptron_gain v beta m : 0 <= beta <= v -> 0 <= v * loss_of Perceptron m + beta * m.
Proof.
  intros limits. simpl. unfold Rmax. destruct (Rle_dec 0 (- m)); nra.
Qed.

Lemma squared_hinge_gain v beta m :
  0 <= beta -> 0 < v -> beta - beta * beta / (4 * v) <= v * loss_of SquaredHinge m + beta * m.
Proof.
  intros sign positive. simpl. set (t := Rmax 0 (1 - m)).
  assert (1 - m <= t) by apply Rmax_r.
  assert (0 <= v * (t - beta / (2 * v)) * (t - beta / (2 * v)))
    by (rewrite Rmult_assoc; apply Rmult_le_pos; [lra|apply Rle_0_sqr]).
  replace (v * (t - beta / (2 * v)) * (t - beta / (2 * v)))
    with (v * (t * t) - beta * t + beta * beta / (4 * v)) in * by (field; lra).
  nra.
Qed.

(** The conjugate of the penalty: a feature of the weighted sum that exceeds l1 by e. *)
Lemma penalty_conjugate o a e t :
  0 <= Q2R (l1 o) -> 0 <= Q2R (l2 o) -> 0 <= e -> (0 < e -> 0 < Q2R (l2 o)) ->
  Rabs a <= Q2R (l1 o) + e ->
  - (e * e / (2 * Q2R (l2 o))) <= penalty o t - a * t.
Proof.
  intros l1_sign l2_sign e_sign curved excess. unfold penalty.
  set (c := Q2R (l2 o)) in *. set (b := Q2R (l1 o)) in *.
  assert (product : a * t <= (b + e) * Rabs t).
  { apply (Rle_trans _ (Rabs (a * t))); [apply Rle_abs|]. rewrite Rabs_mult.
    apply Rmult_le_compat_r; [apply Rabs_pos|exact excess]. }
  pose proof (Rabs_pos t). assert (square : t ^ 2 = Rabs t * Rabs t).
  { rewrite <- Rabs_mult. rewrite Rabs_pos_eq; [ring|apply Rle_0_sqr]. }
  rewrite square. destruct (Req_dec e 0) as [->|some].
  - unfold Rdiv. rewrite !Rmult_0_l. nra.
  - assert (positive : 0 < c) by (apply curved; lra).
    assert (0 <= c * (Rabs t - e / c) * (Rabs t - e / c))
      by (rewrite Rmult_assoc; apply Rmult_le_pos; [lra|apply Rle_0_sqr]).
    replace (c * (Rabs t - e / c) * (Rabs t - e / c))
      with (2 * (c / 2 * (Rabs t * Rabs t) - e * Rabs t + e * e / (2 * c))) in * by (field; lra).
    lra.
Qed.

(** Items that are the rows of the data, each with its dual variable. *)
Section WeakDuality.
  Context {A : Type} (D : dataset) (o : objective) (with_offset : bool).
  Variables (source : A -> row) (beta gain : A -> R) (items : list A).
  Variables (u cost : positive -> R) (offset_cost : R).
  Let n := sum (fun x => Q2R (weight x)) (rows D).
  Let k i := beta i * sign (source i).

  Hypothesis all_rows : forall f, sum (fun i => f (source i)) items = sum f (rows D).
  Hypothesis weights : 0 < n.
  Hypothesis gains : forall i m, In i items ->
    gain i <= total_weight o (source i) * loss_of (row_loss o) m + beta i * m.
  Hypothesis combination :
    forall f, dot D u f = sum (fun i => k i * dot D (entries (source i)) f) items.
  Hypothesis costs : forall j t, In j (features D) -> - cost j <= penalty o t - u j / n * t.
  Hypothesis offset_costs : forall t, (with_offset = true \/ t = 0) ->
    - offset_cost <= (if penalised_offset o then penalty o t else 0) - sum k items / n * t.

  Lemma weak_duality p :
    allowed with_offset p ->
    sum gain items / n - sum cost (features D) - offset_cost <= objective_of D o p.
  Proof.
    intros planes. unfold objective_of. fold n.
    set (m := fun i => signed_score D p (source i)).
    assert (losses : sum gain items - sum (fun i => beta i * m i) items
      <= sum (fun x => total_weight o x * loss_of (row_loss o) (signed_score D p x)) (rows D)).
    { rewrite <- all_rows, <- sum_minus. apply sum_le. intros i inside.
      specialize (gains i (m i) inside). unfold m in *. lra. }
    assert (scores : sum (fun i => beta i * m i) items
      = dot D u (normal p) + offset p * sum k items).
    { rewrite combination, <- sum_scale, <- sum_plus. apply sum_ext. intros i _.
      unfold m, k, signed_score. rewrite (dot_symmetric D (normal p)). ring. }
    assert (penalties : - sum cost (features D)
      <= sum (fun j => penalty o (normal p j)) (features D) - dot D u (normal p) / n).
    { replace (- sum cost (features D)) with (sum (fun j => - 1 * cost j) (features D))
        by (rewrite sum_scale; ring).
      replace (dot D u (normal p) / n) with (sum (fun j => u j / n * normal p j) (features D))
        by (unfold dot, Rdiv; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros; ring).
      rewrite <- sum_minus. apply sum_le. intros j inside.
      specialize (costs j (normal p j) inside). lra. }
    specialize (offset_costs (offset p) planes).
    apply (Rmult_le_compat_r (/ n)) in losses; [|left; now apply Rinv_0_lt_compat].
    rewrite scores in losses. unfold Rdiv in *. lra.
  Qed.
End WeakDuality.
