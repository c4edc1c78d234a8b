(** Sums over lists, and the inequality of Cauchy and Schwarz. *)

From Coq Require Import List Reals Permutation Lra Psatz.
From Perceptron Require Import Statement.
Import ListNotations.
Open Scope R_scope.

Section Sums.
  Context {A : Type}.
  Implicit Types (f g : A -> R) (l : list A).

  Lemma sum_ext f g l : (forall a, In a l -> f a = g a) -> sum f l = sum g l.
  Proof.
    induction l as [|a l IH]; simpl; intros same; [reflexivity|].
    rewrite (same a), IH; auto.
  Qed.

  Lemma sum_plus f g l : sum (fun a => f a + g a) l = sum f l + sum g l.
  Proof. induction l as [|a l IH]; simpl; lra. Qed.

  Lemma sum_minus f g l : sum (fun a => f a - g a) l = sum f l - sum g l.
  Proof. induction l as [|a l IH]; simpl; lra. Qed.

  Lemma sum_scale c f l : sum (fun a => c * f a) l = c * sum f l.
  Proof. induction l as [|a l IH]; simpl; lra. Qed.

  Lemma sum_le f g l : (forall a, In a l -> f a <= g a) -> sum f l <= sum g l.
  Proof.
    induction l as [|a l IH]; simpl; intros le; [lra|].
    apply Rplus_le_compat; auto.
  Qed.

  Lemma sum_zero l : sum (fun _ => 0) l = 0.
  Proof. induction l; simpl; lra. Qed.

  Lemma sum_nonnegative f l : (forall a, In a l -> 0 <= f a) -> 0 <= sum f l.
  Proof. intros le. rewrite <- (sum_zero l). now apply sum_le. Qed.

  Lemma sum_member f l a : (forall i, In i l -> 0 <= f i) -> In a l -> f a <= sum f l.
  Proof.
    induction l as [|b l IH]; simpl; intros signs inside; [easy|].
    assert (0 <= sum f l) by (apply sum_nonnegative; auto).
    assert (0 <= f b) by auto. destruct inside as [->|inside]; [lra|].
    specialize (IH (fun i member => signs i (or_intror member)) inside). lra.
  Qed.

  Lemma sum_permutation f l k : Permutation l k -> sum f l = sum f k.
  Proof. induction 1; simpl; lra. Qed.

  Lemma sum_app f l k : sum f (l ++ k) = sum f l + sum f k.
  Proof. induction l as [|a l IH]; simpl; lra. Qed.

  (** (sum fg)^2 <= (sum ff)(sum gg), since 0 <= sum (sg - tf)^2 for all s, t. *)
  Lemma sum_of_squares s t f g l :
    0 <= s * s * sum (fun a => g a * g a) l - 2 * s * t * sum (fun a => f a * g a) l
         + t * t * sum (fun a => f a * f a) l.
  Proof.
    induction l as [|a l IH]; simpl; [lra|].
    pose proof (Rle_0_sqr (s * g a - t * f a)) as square. unfold Rsqr in square. lra.
  Qed.

  Lemma cauchy_schwarz f g l :
    sum (fun a => f a * g a) l * sum (fun a => f a * g a) l
    <= sum (fun a => f a * f a) l * sum (fun a => g a * g a) l.
  Proof.
    set (ff := sum (fun a => f a * f a) l). set (fg := sum (fun a => f a * g a) l).
    set (gg := sum (fun a => g a * g a) l).
    assert (squares : forall s t, 0 <= s * s * gg - 2 * s * t * fg + t * t * ff)
      by (intros; apply sum_of_squares).
    assert (0 <= ff) by (specialize (squares 0 1); lra).
    destruct (Req_dec ff 0) as [zero|].
    - destruct (Req_dec fg 0) as [none|some]; [rewrite zero, none; lra|].
      pose proof (squares 1 ((gg + 1) / fg)) as low. pose proof (squares 1 0).
      rewrite zero in low.
      replace (2 * 1 * ((gg + 1) / fg) * fg) with (2 * (gg + 1)) in low by (field; exact some). lra.
    - pose proof (squares ff fg) as low. nra.
  Qed.
End Sums.

Lemma sum_map {A B} (h : A -> B) (f : B -> R) l : sum f (map h l) = sum (fun a => f (h a)) l.
Proof. induction l as [|a l IH]; simpl; congruence. Qed.

(** ** Vectors *)

Section Vectors.
  Variable D : dataset.
  Implicit Types (u v : positive -> R).

  Lemma dot_symmetric u v : dot D u v = dot D v u.
  Proof. apply sum_ext. intros; ring. Qed.

  Lemma dot_plus u v x : dot D (fun j => u j + v j) x = dot D u x + dot D v x.
  Proof. unfold dot. rewrite <- sum_plus. apply sum_ext. intros; ring. Qed.

  Lemma dot_scale c u v : dot D (fun j => c * u j) v = c * dot D u v.
  Proof. unfold dot. rewrite <- sum_scale. apply sum_ext. intros; ring. Qed.

  Lemma dot_zero u : dot D (fun _ => 0) u = 0.
  Proof.
    transitivity (sum (fun _ : positive => 0) (features D)); [|apply sum_zero].
    apply sum_ext. intros. ring.
  Qed.

  Lemma dot_nonnegative u : 0 <= dot D u u.
  Proof. apply sum_nonnegative. intros j _. apply Rle_0_sqr. Qed.

  Lemma norm_nonnegative u : 0 <= norm D u.
  Proof. apply sqrt_pos. Qed.

  Lemma norm_square u : norm D u * norm D u = dot D u u.
  Proof. apply sqrt_sqrt, dot_nonnegative. Qed.

  Lemma dot_le_norms u v : dot D u v <= norm D u * norm D v.
  Proof.
    apply Rsqr_incr_0_var; [|apply Rmult_le_pos; apply norm_nonnegative].
    unfold Rsqr. replace (norm D u * norm D v * (norm D u * norm D v))
      with (dot D u u * dot D v v) by (rewrite <- !norm_square; ring).
    apply cauchy_schwarz.
  Qed.

  Lemma sign_square x : sign x * sign x = 1.
  Proof. unfold sign. destruct (in_second_class x); ring. Qed.
End Vectors.
