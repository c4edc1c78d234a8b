(** The exponential function lies above its tangent at 0, is increasing and takes every positive
    value. Coq's library derives this from derivatives, with the law of excluded middle as an axiom;
    here it follows from the series, which the library defines exp with. *)

From Coq Require Import Reals Lia Lra.
Open Scope R_scope.

Local Definition term (x : R) (n : nat) := / INR (fact n) * x ^ n.

Lemma exp_is_series x : Un_cv (sum_f_R0 (term x)) (exp x).
Proof. unfold exp. destruct (exist_exp x) as [s limit]. exact limit. Qed.

Lemma term_sign x n : 0 <= x -> 0 <= term x n.
Proof.
  intros sign. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0|now apply pow_le].
Qed.

(** The first two terms: 1 + x. *)
Lemma tangent_right x : 0 <= x -> 1 + x <= exp x.
Proof.
  intros sign. replace (1 + x) with (sum_f_R0 (term x) 1) by (unfold term; simpl; field).
  apply sum_incr; [apply exp_is_series|]. intros n. now apply term_sign.
Qed.

(** No term is above that of the geometric series, so exp(x) <= 1/(1 - x). *)
Lemma series_below_geometric x n : 0 <= x < 1 -> sum_f_R0 (term x) n <= / (1 - x).
Proof.
  intros [low high]. apply (Rle_trans _ (sum_f_R0 (pow x) n)).
  - apply sum_Rle. intros k _. unfold term. rewrite <- (Rmult_1_l (x ^ k)) at 2.
    apply Rmult_le_compat_r; [now apply pow_le|]. rewrite <- Rinv_1.
    apply Rinv_le_contravar; [lra|]. apply (le_INR 1). pose proof (lt_O_fact k). lia.
  - rewrite tech3 by lra. rewrite <- (Rmult_1_l (/ (1 - x))). apply Rmult_le_compat_r.
    + left. apply Rinv_0_lt_compat. lra.
    + pose proof (pow_le x (S n) low). lra.
Qed.

Lemma exp_below x : 0 <= x < 1 -> exp x <= / (1 - x).
Proof.
  intros limits. eapply Rle_cv_lim with (Vn := fun _ => / (1 - x)).
  - intros n. now apply series_below_geometric.
  - apply exp_is_series.
  - intros e sign. exists 0%nat. intros n _. now rewrite R_dist_eq.
Qed.

Lemma exp_negative x : exp (- x) * exp x = 1.
Proof. now rewrite <- exp_plus, Rplus_opp_l, exp_0. Qed.

Theorem exp_above_tangent x : 1 + x <= exp x.
Proof.
  pose proof (exp_pos x). destruct (Rle_dec 0 x) as [right|left]; [now apply tangent_right|].
  destruct (Rle_dec x (-1)) as [far|near]; [lra|].
  pose proof (exp_below (- x) ltac:(lra)) as bound. pose proof (exp_negative x) as inverse.
  replace (1 - - x) with (1 + x) in bound by ring.
  apply (Rmult_le_compat_l (1 + x)) in bound; [|lra]. rewrite Rinv_r in bound by lra.
  apply (Rmult_le_compat_r (exp x)) in bound; [|lra]. rewrite Rmult_assoc, inverse in bound. lra.
Qed.

Lemma exp_larger x h : 0 < h -> exp x < exp (x + h).
Proof.
  intros sign. rewrite exp_plus. pose proof (exp_pos x). pose proof (exp_above_tangent h).
  rewrite <- (Rmult_1_r (exp x)) at 1. apply Rmult_lt_compat_l; lra.
Qed.

Lemma exp_reflects_order x y : exp x <= exp y -> x <= y.
Proof.
  intros order. apply Rnot_lt_le. intros wrong. pose proof (exp_larger y (x - y) ltac:(lra)).
  replace (y + (x - y)) with x in * by ring. lra.
Qed.

Lemma exp_injective x y : exp x = exp y -> x = y.
Proof. intros same. apply Rle_antisym; apply exp_reflects_order; lra. Qed.

(** ** The numbers t with exp(t) <= y *)

Lemma exponents_bounded y : 0 < y -> bound (fun t => exp t <= y).
Proof. intros _. exists y. intros t below. pose proof (exp_above_tangent t). lra. Qed.

Lemma exponents_exist y : 0 < y -> exists t, exp t <= y.
Proof.
  intros sign. exists (- / y). pose proof (Rinv_0_lt_compat y sign) as inverse_sign.
  pose proof (exp_above_tangent (/ y)). pose proof (exp_negative (/ y)) as inverse.
  pose proof (exp_pos (- / y)) as positive. apply (Rmult_le_reg_r (/ y)); [easy|].
  rewrite Rinv_r by lra. rewrite <- inverse. apply Rmult_le_compat_l; lra.
Qed.

(** Their supremum is the one number s with exp(s) = y. *)
Lemma exp_of_supremum y s : 0 < y -> is_lub (fun t => exp t <= y) s -> exp s = y.
Proof.
  intros sign [above least]. pose proof (exp_pos s) as positive.
  destruct (Rtotal_order (exp s) y) as [low|[same|high]]; [|easy|]; exfalso.
  - assert (part : 0 < exp s / y) by now apply Rdiv_lt_0_compat.
    assert (step : 0 < 1 - exp s / y).
    { apply (Rmult_lt_reg_r y); [easy|]. unfold Rdiv.
      rewrite Rmult_0_l, Rmult_minus_distr_r, Rmult_assoc, Rinv_l; lra. }
    pose proof (exp_below (1 - exp s / y) ltac:(lra)) as bound.
    replace (1 - (1 - exp s / y)) with (exp s / y) in bound by ring.
    assert (inside : exp (s + (1 - exp s / y)) <= y).
    { rewrite exp_plus. replace y with (exp s * / (exp s / y)) at 2 by (field; lra).
      apply Rmult_le_compat_l; lra. }
    specialize (above _ inside). lra.
  - assert (step : 0 < 1 - y / exp s).
    { apply (Rmult_lt_reg_r (exp s)); [easy|]. unfold Rdiv.
      rewrite Rmult_0_l, Rmult_minus_distr_r, Rmult_assoc, Rinv_l; lra. }
    assert (bound : y <= exp (s - (1 - y / exp s))).
    { unfold Rminus at 1. rewrite exp_plus.
      replace y with (exp s * (1 + - (1 - y / exp s))) at 1 by (field; lra).
      apply Rmult_le_compat_l; [lra|]. apply exp_above_tangent. }
    assert (s <= s - (1 - y / exp s)); [|lra].
    apply least. intros t below. apply exp_reflects_order. lra.
Qed.
