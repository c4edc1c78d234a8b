(** The bounds on exponentials and logarithms, and the gain of the logistic loss. All of it follows
    from 1 + x <= exp(x). *)

From Coq Require Import NArith ZArith QArith Reals Lia Lra Psatz.
From Perceptron Require Import Exponential Statement Checker.
Open Scope R_scope.
Opaque one steps.

Theorem exp_log y : 0 < y -> exp (log y) = y.
Proof.
  intros sign. unfold log. destruct (Rlt_dec 0 y) as [positive|no]; [|easy].
  apply exp_of_supremum; [easy|]. apply (proj2_sig (completeness _ _ _)).
Qed.

Lemma log_exp t : log (exp t) = t.
Proof. apply exp_injective, exp_log, exp_pos. Qed.

Lemma log_1 : log 1 = 0.
Proof. rewrite <- exp_0. apply log_exp. Qed.

Lemma log_product x y : 0 < x -> 0 < y -> log (x * y) = log x + log y.
Proof.
  intros x_sign y_sign. apply exp_injective. rewrite exp_plus, !exp_log; try easy.
  now apply Rmult_lt_0_compat.
Qed.

Lemma log_inverse x : 0 < x -> log (/ x) = - log x.
Proof.
  intros sign. apply exp_injective. rewrite exp_Ropp, !exp_log; try easy.
  now apply Rinv_0_lt_compat.
Qed.

Lemma log_le x : 0 < x -> log x <= x - 1.
Proof. intros sign. pose proof (exp_above_tangent (log x)). rewrite exp_log in * by easy. lra. Qed.

Lemma log_monotone x y : 0 < x -> x <= y -> log x <= log y.
Proof. intros sign order. apply exp_reflects_order. rewrite !exp_log; lra. Qed.

Lemma divide_up_correct p q : (0 < q)%Z -> IZR p / IZR q <= IZR (divide_up p q).
Proof.
  intros sign. pose proof (IZR_lt _ _ sign).
  apply (Rmult_le_reg_r (IZR q)); [easy|].
  replace (IZR p / IZR q * IZR q) with (IZR p) by (field; lra).
  rewrite <- mult_IZR. apply IZR_le. unfold divide_up.
  pose proof (Z.mul_div_le (- p) q sign). lia.
Qed.

Section Bounds.
  Let unit := IZR (Zpos one).
  Let many := (2 ^ Z.of_N steps)%Z.

  Lemma unit_sign : 0 < unit.
  Proof. now apply IZR_lt. Qed.

  Lemma many_power : IZR many = 2 ^ N.to_nat steps.
  Proof. unfold many. rewrite <- N_nat_Z, <- pow_IZR. reflexivity. Qed.

  Lemma many_sign : (0 < many)%Z.
  Proof. apply Z.pow_pos_nonneg; [reflexivity|apply N2Z.is_nonneg]. Qed.

  Lemma squares_above u t n :
    exp (- u) * unit <= IZR t ->
    exp (- (2 ^ N.to_nat n * u)) * unit
    <= IZR (N.iter n (fun t => divide_up (t * t) (Zpos one)) t).
  Proof.
    intros start. pose proof unit_sign.
    induction n as [|n IH] using N.peano_ind; [simpl; now rewrite Rmult_1_l|].
    rewrite N.iter_succ, N2Nat.inj_succ. set (next := N.iter n _ t) in *.
    eapply Rle_trans; [|apply divide_up_correct; reflexivity].
    rewrite mult_IZR. fold unit. set (x := exp (- (2 ^ N.to_nat n * u))) in *.
    replace (exp (- (2 ^ S (N.to_nat n) * u))) with (x * x)
      by (unfold x; rewrite <- exp_plus; f_equal; simpl; ring).
    pose proof (exp_pos (- (2 ^ N.to_nat n * u))) as sign. fold x in sign.
    apply (Rmult_le_reg_r unit); [easy|].
    replace (IZR next * IZR next / unit * unit) with (IZR next * IZR next) by (field; lra).
    replace (x * x * unit * unit) with (x * unit * (x * unit)) by ring.
    apply Rmult_le_compat; nra.
  Qed.

  Lemma exp_above_correct s q :
    (0 <= s)%Z -> (0 < q)%Z -> exp (- (IZR s / IZR q)) * unit <= IZR (exp_above s q).
  Proof.
    intros s_sign q_sign. unfold exp_above. fold many. pose proof unit_sign.
    pose proof many_sign as m_sign. pose proof (IZR_lt _ _ m_sign).
    pose proof (IZR_lt _ _ q_sign). pose proof (IZR_le _ _ s_sign).
    set (u := IZR s / IZR q / IZR many).
    assert (0 <= u) by (unfold u; repeat apply Rmult_le_pos; try easy;
                        left; now apply Rinv_0_lt_compat).
    replace (IZR s / IZR q) with (2 ^ N.to_nat steps * u)
      by (unfold u; rewrite <- many_power; field; lra).
    apply squares_above. eapply Rle_trans; [|apply divide_up_correct; nia].
    rewrite plus_IZR, !mult_IZR. fold unit.
    replace (unit * (IZR many * IZR q) / (IZR many * IZR q + IZR s)) with (/ (1 + u) * unit)
      by (unfold u; field; repeat split; nra).
    apply Rmult_le_compat_r; [lra|]. rewrite exp_Ropp.
    apply Rinv_le_contravar; [lra|]. apply exp_above_tangent.
  Qed.

  Lemma roots_above n : forall y t,
    0 < y -> y * unit <= IZR t ->
    log y <= 2 ^ N.to_nat n
            * (IZR (N.iter n (fun t => Z.sqrt_up (t * Zpos one)) t) / unit - 1).
  Proof.
    pose proof unit_sign as sign.
    induction n as [|n IH] using N.peano_ind; intros y t y_sign above.
    - simpl. rewrite Rmult_1_l. pose proof (log_le y y_sign).
      assert (y <= IZR t / unit); [|lra]. apply (Rmult_le_reg_r unit); [easy|].
      replace (IZR t / unit * unit) with (IZR t) by (field; lra). easy.
    - rewrite N.iter_succ_r, N2Nat.inj_succ.
      assert (root_sign : 0 < sqrt y) by now apply sqrt_lt_R0.
      assert (square : sqrt y * sqrt y = y) by (apply sqrt_sqrt; lra).
      replace (log y) with (2 * log (sqrt y)).
      2:{ rewrite <- square at 2. rewrite log_product by easy. ring. }
      assert (t_sign : (0 < t * Zpos one)%Z).
      { apply lt_IZR. rewrite mult_IZR. fold unit. apply Rmult_lt_0_compat; nra. }
      destruct (Z.sqrt_up_spec _ t_sign) as [_ root]. apply IZR_le in root.
      rewrite !mult_IZR in root. fold unit in root.
      pose proof (IZR_le _ _ (Z.sqrt_up_nonneg (t * Zpos one))) as up_sign.
      set (up := Z.sqrt_up (t * Zpos one)) in *.
      specialize (IH (sqrt y) up root_sign).
      simpl pow. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply IH.
      apply Rsqr_incr_0_var; [|easy]. unfold Rsqr.
      replace (sqrt y * unit * (sqrt y * unit)) with (sqrt y * sqrt y * unit * unit) by ring.
      rewrite square. nra.
  Qed.

  Lemma log_above_correct y t :
    0 < y -> y * unit <= IZR t -> log y * unit <= IZR (log_above t).
  Proof.
    intros sign above. pose proof unit_sign. unfold log_above. fold many.
    rewrite mult_IZR, minus_IZR, many_power. fold unit.
    pose proof (roots_above steps y t sign above) as bound.
    set (root := N.iter _ _ _) in *.
    replace (2 ^ N.to_nat steps * (IZR root - unit))
      with (2 ^ N.to_nat steps * (IZR root / unit - 1) * unit) by (field; lra).
    apply Rmult_le_compat_r; lra.
  Qed.

  (** log(1 + exp(-m)) = max(0, -m) + log(1 + exp(-|m|)), from above. *)
  Lemma logistic_above s q m :
    (0 < q)%Z -> IZR s = IZR q * m ->
    IZR q * unit * loss_of Logistic m
    <= IZR (Z.max 0 (- s) * Zpos one + q * log_above (Zpos one + exp_above (Z.abs s) q)).
  Proof.
    intros q_sign score. pose proof (IZR_lt _ _ q_sign) as sign. pose proof unit_sign.
    rewrite plus_IZR, !mult_IZR. fold unit. simpl loss_of.
    set (y := 1 + exp (- Rabs m)).
    assert (part : log y * unit <= IZR (log_above (Zpos one + exp_above (Z.abs s) q))).
    { pose proof (exp_pos (- Rabs m)). apply log_above_correct; [unfold y; lra|].
      rewrite plus_IZR. fold unit. unfold y.
      pose proof (exp_above_correct (Z.abs s) q (Z.abs_nonneg s) q_sign) as bound.
      replace (IZR (Z.abs s) / IZR q) with (Rabs m) in bound; [lra|].
      rewrite abs_IZR, score, Rabs_mult, (Rabs_pos_eq (IZR q)) by lra. field. lra. }
    assert (split : IZR q * log (1 + exp (- m)) = IZR (Z.max 0 (- s)) + IZR q * log y).
    { unfold y. destruct (Rle_dec 0 m) as [right|wrong].
      - rewrite Rabs_pos_eq, Z.max_l by (easy || (apply le_IZR; rewrite opp_IZR; nra)). lra.
      - rewrite Rabs_left, Z.max_r by (lra || (apply le_IZR; rewrite opp_IZR; nra)).
        rewrite opp_IZR, score, Ropp_involutive.
        replace (1 + exp (- m)) with (exp (- m) * (1 + exp m)).
        + rewrite log_product, log_exp; [ring|apply exp_pos|]. pose proof (exp_pos m). lra.
        + rewrite Rmult_plus_distr_l, <- exp_plus, Rplus_opp_l, exp_0. ring. }
    replace (IZR q * unit * log (1 + exp (- m))) with (IZR q * log (1 + exp (- m)) * unit) by ring.
    rewrite split. nra.
  Qed.

  (** -p log(p/q) from below. *)
  Lemma entropy_below_correct p q :
    (0 < p)%Z -> (0 < q)%Z ->
    IZR (entropy_below p q) <= - (IZR p * log (IZR p / IZR q)) * unit.
  Proof.
    intros p_sign q_sign. unfold entropy_below. destruct (Z.eqb_spec p 0); [lia|].
    pose proof (IZR_lt _ _ p_sign). pose proof (IZR_lt _ _ q_sign). pose proof unit_sign.
    rewrite opp_IZR, mult_IZR.
    assert (log (IZR p / IZR q) * unit <= IZR (log_above (divide_up (p * Zpos one) q))); [|nra].
    apply log_above_correct; [now apply Rdiv_lt_0_compat|].
    eapply Rle_trans; [|now apply divide_up_correct].
    rewrite mult_IZR. fold unit. right. field. lra.
  Qed.
End Bounds.

(** The gain of a row with weight v and dual variable 0 < beta < v: the inequality of Gibbs. *)
Lemma logistic_gain v beta m :
  0 < beta < v ->
  - (beta * log (beta / v)) - (v - beta) * log ((v - beta) / v)
  <= v * loss_of Logistic m + beta * m.
Proof.
  intros [low high]. simpl. set (S := 1 + exp (- m)). pose proof (exp_pos (- m)) as sign.
  assert (S_sign : 0 < S) by (unfold S; lra).
  assert (first : beta * log (exp (- m) * / S * / (beta / v))
                  <= beta * (exp (- m) * / S * / (beta / v) - 1)).
  { apply Rmult_le_compat_l; [lra|]. apply log_le.
    repeat apply Rmult_lt_0_compat; try apply Rinv_0_lt_compat; try easy.
    apply Rdiv_lt_0_compat; lra. }
  assert (other : (v - beta) * log (/ S * / ((v - beta) / v))
                  <= (v - beta) * (/ S * / ((v - beta) / v) - 1)).
  { apply Rmult_le_compat_l; [lra|]. apply log_le.
    apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; try easy. apply Rdiv_lt_0_compat; lra. }
  assert (a_sign : 0 < beta / v) by (apply Rdiv_lt_0_compat; lra).
  assert (c_sign : 0 < (v - beta) / v) by (apply Rdiv_lt_0_compat; lra).
  pose proof (Rinv_0_lt_compat _ S_sign). pose proof (Rinv_0_lt_compat _ a_sign).
  pose proof (Rinv_0_lt_compat _ c_sign).
  rewrite !log_product, log_exp, !log_inverse in first by nra.
  rewrite !log_product, !log_inverse in other by nra.
  assert (total : beta * (exp (- m) * / S * / (beta / v) - 1)
                  + (v - beta) * (/ S * / ((v - beta) / v) - 1) = 0).
  { replace (beta * (exp (- m) * / S * / (beta / v) - 1)
             + (v - beta) * (/ S * / ((v - beta) / v) - 1))
      with (v * ((1 + exp (- m)) * / S) - v) by (field; lra).
    fold S. rewrite Rinv_r by lra. ring. }
  fold S. nra.
Qed.

Lemma logistic_positive m : 0 <= loss_of Logistic m /\ - m <= loss_of Logistic m.
Proof.
  simpl. pose proof (exp_pos (- m)). split.
  - rewrite <- log_1. apply log_monotone; lra.
  - rewrite <- (log_exp (- m)) at 1. apply log_monotone; lra.
Qed.
