(** What acceptance means for claims about the optimum of a regularised loss: the dual point of the
    certificate bounds the objective of every plane from below. *)

From Coq Require Import List NArith ZArith QArith Qreals Reals FMapPositive Permutation Bool.
From Coq Require Import Lia Lra Psatz.
From Perceptron Require Import Statement Sums Duality Checker Logarithms Integers Claims Objective.
Import ListNotations.
Open Scope R_scope.
Opaque one steps.

Section Optimality.
  Variables (D : dataset) (with_offset : bool) (den e f : positive) (weights : zmap).
  Variable o : objective.
  Hypothesis sorted : forall x, In x (rows D) -> increasing 0 (dimension D) (values x) = true.
  Hypothesis fine : forall x e, In x (rows D) -> In e (values x) -> divides (snd e) den.
  Hypothesis fine_weight : forall x, In x (rows D) -> divides (weight x) f /\ divides (qv o x) f.
  Let items := numbered den weights (rows D).
  Hypothesis nonnegative : forall i, In i items -> (0 <= alpha i)%Z.

  Let known := item_known D den weights.
  Let den_sign : 0 < IZR (Zpos den) := IZR_positive den.
  Let e_sign : 0 < IZR (Zpos e) := IZR_positive e.
  Let f_sign : 0 < IZR (Zpos f) := IZR_positive f.
  Let n := sum (fun x => Q2R (weight x)) (rows D).
  Let N := zsum (zweight f) items.
  Hypothesis N_sign : (0 < N)%Z.
  Hypothesis weight_sign : forall x, In x (rows D) -> 0 <= total_weight o x.

  Let zv_correct : forall i, In i items -> IZR (zv o f i) = IZR (Zpos f) * total_weight o (source i)
    := zv_correct D den f weights o fine_weight.
  Let N_correct : IZR N = IZR (Zpos f) * n := N_correct D den f weights o fine_weight.
  Let n_sign : 0 < n := n_sign D den f weights o fine_weight N_sign.
  Let IZR_N_sign : 0 < IZR N := IZR_N_sign D den f weights N_sign.
  Let IZR_pos_N : IZR (Zpos (Z.to_pos N)) = IZR N := IZR_pos_N D den f weights N_sign.

  (** *** The dual point *)

  Let beta (i : item) : R := IZR (alpha i) / IZR (Zpos e).
  Let k (i : item) : Z := signed i (alpha i).

  Lemma combination_of_rows g :
    dot D (fun j => IZR (get (combine k items) j) / IZR (Zpos den) / IZR (Zpos e)) g
    = sum (fun i => beta i * sign (source i) * dot D (entries (source i)) g) items.
  Proof.
    transitivity (/ IZR (Zpos e)
                  * dot D (fun j => IZR (get (combine k items) j) / IZR (Zpos den)) g).
    - rewrite <- dot_scale. apply sum_ext. intros. unfold Rdiv. ring.
    - unfold items. rewrite combination by assumption. rewrite <- sum_scale. apply sum_ext.
      intros i _. unfold k, beta. rewrite signed_correct. unfold Rdiv. ring.
  Qed.

  Definition gain (i : item) : R :=
    match row_loss o with
    | Hinge => beta i
    | SquaredHinge => beta i - beta i * beta i / (4 * total_weight o (source i))
    | Perceptron => 0
    | Logistic => IZR (entropy e o f i) / (IZR (Zpos e) * IZR (Zpos f) * IZR (Zpos one))
    end.

  Hypothesis limits : forall i, In i items -> within_limits e o f i = true.

  Lemma beta_sign i : In i items -> 0 <= beta i.
  Proof.
    intros inside. apply Rmult_le_pos; [now apply IZR_le, nonnegative|].
    left. now apply Rinv_0_lt_compat.
  Qed.

  Lemma entropy_correct i m : In i items ->
    0 <= beta i <= total_weight o (source i) ->
    IZR (entropy e o f i) / (IZR (Zpos e) * IZR (Zpos f) * IZR (Zpos one))
    <= total_weight o (source i) * loss_of Logistic m + beta i * m.
  Proof.
    intros inside [low high]. unfold entropy.
    set (p := (alpha i * Zpos f)%Z). set (q := (zv o f i * Zpos e)%Z).
    set (v := total_weight o (source i)) in *. set (unit := IZR (Zpos one)).
    assert (unit_sign : 0 < unit) by apply IZR_positive.
    set (scale := IZR (Zpos e) * IZR (Zpos f)).
    assert (scale_sign : 0 < scale) by (apply Rmult_lt_0_compat; easy).
    assert (p_real : IZR p = scale * beta i).
    { unfold p, scale, beta. rewrite mult_IZR. field. lra. }
    assert (q_real : IZR q = scale * v).
    { unfold q, scale. rewrite mult_IZR, zv_correct by assumption. unfold v. ring. }
    assert (p_sign : (0 <= p)%Z) by (apply le_IZR; rewrite p_real; nra).
    assert (p_le : (p <= q)%Z) by (apply le_IZR; rewrite p_real, q_real; nra).
    destruct (logistic_positive m) as [positive wrong].
    assert (whole : forall z, (0 <= z)%Z -> IZR (entropy_below z z) <= 0).
    { intros z z_sign. destruct (Z.eq_dec z 0) as [->|]; [apply Rle_refl|].
      eapply Rle_trans; [apply entropy_below_correct; lia|].
      assert (0 < IZR z) by (apply IZR_lt; lia).
      replace (IZR z / IZR z) with 1 by (field; lra). rewrite log_1. right. ring. }
    assert (none : forall z, entropy_below 0 z = 0%Z) by reflexivity.
    apply (Rmult_le_reg_r (scale * unit)); [now apply Rmult_lt_0_compat|].
    fold unit. fold scale. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra.
    rewrite plus_IZR.
    destruct (Z.eq_dec p 0) as [zero|used]; [|destruct (Z.eq_dec p q) as [all|part]].
    - rewrite zero, none, Z.sub_0_r. specialize (whole q ltac:(lia)).
      assert (beta i = 0) as -> by (apply IZR_eq in zero; nra).
      assert (0 <= v * loss_of Logistic m) by (apply Rmult_le_pos; lra).
      assert (0 <= v * loss_of Logistic m * (scale * unit)) by (apply Rmult_le_pos; nra). lra.
    - rewrite <- all, Z.sub_diag, none. specialize (whole p p_sign).
      assert (same : beta i = v) by (apply IZR_eq in all; nra). rewrite same.
      assert (0 <= v * (loss_of Logistic m + m)) by (apply Rmult_le_pos; lra).
      assert (0 <= v * (loss_of Logistic m + m) * (scale * unit)) by (apply Rmult_le_pos; nra).
      lra.
    - assert (inner : 0 < beta i < v).
      { assert (0 < IZR p) by (apply IZR_lt; lia). assert (IZR p < IZR q) by (apply IZR_lt; lia).
        split; nra. }
      pose proof (entropy_below_correct p q ltac:(lia) ltac:(lia)) as first.
      pose proof (entropy_below_correct (q - p) q ltac:(lia) ltac:(lia)) as other.
      rewrite minus_IZR in other. rewrite p_real, q_real in first, other. fold unit in first, other.
      replace (scale * beta i / (scale * v)) with (beta i / v) in first by (field; lra).
      replace ((scale * v - scale * beta i) / (scale * v)) with ((v - beta i) / v) in other
        by (field; lra).
      pose proof (logistic_gain v (beta i) m inner) as gibbs.
      apply (Rmult_le_compat_r (scale * unit)) in gibbs; [|nra]. lra.
  Qed.

  Lemma gain_correct i m : In i items ->
    gain i <= total_weight o (source i) * loss_of (row_loss o) m + beta i * m.
  Proof.
    intros inside. pose proof (beta_sign i inside) as sign. pose proof (limits i inside) as within.
    pose proof (zv_correct i inside) as weight_of. unfold within_limits in within. unfold gain.
    assert (bounded : (alpha i * Zpos f <=? zv o f i * Zpos e)%Z = true ->
                      0 <= beta i <= total_weight o (source i)).
    { intros le. split; [exact sign|]. apply Z.leb_le, IZR_le in le.
      rewrite !mult_IZR, weight_of in le. apply (Rmult_le_reg_r (IZR (Zpos e))); [easy|].
      unfold beta, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra. }
    destruct (row_loss o).
    - now apply hinge_gain, bounded.
    - apply orb_true_iff in within. destruct within as [none|positive].
      + apply Z.eqb_eq in none. unfold beta. rewrite none. unfold Rdiv. rewrite !Rmult_0_l.
        rewrite Rminus_0_r, Rplus_0_r. simpl. pose proof (Rle_0_sqr (Rmax 0 (1 - m))).
        unfold Rsqr in *. rewrite Rmult_1_r. apply Rmult_le_pos; [|easy].
        now apply weight_sign, known.
      + apply Z.ltb_lt, IZR_lt in positive. rewrite weight_of in positive.
        apply squared_hinge_gain; [exact sign|nra].
    - now apply perceptron_gain, bounded.
    - now apply entropy_correct, bounded.
  Qed.

  (** A common multiple of the weights. *)
  Lemma multiple_divides l : forall m,
    (forall i, In i l -> (0 < alpha i)%Z -> (0 < zv o f i)%Z) ->
    let step m i := if (0 <? alpha i)%Z then Z.to_pos (Z.lcm (Zpos m) (zv o f i)) else m in
    (Zpos m | Zpos (fold_left step l m))%Z /\
    forall i, In i l -> (0 < alpha i)%Z -> (zv o f i | Zpos (fold_left step l m))%Z.
  Proof.
    intros m positive step. revert m.
    induction l as [|a l IH]; simpl; intros m; [split; [apply Z.divide_refl|easy]|].
    assert (grows : (Zpos m | Zpos (step m a))%Z /\
                    ((0 < alpha a)%Z -> (zv o f a | Zpos (step m a))%Z)).
    { unfold step. destruct (Z.ltb_spec 0 (alpha a)) as [used|];
        [|split; [apply Z.divide_refl|lia]].
      assert (0 < zv o f a)%Z by (apply positive; simpl; auto).
      assert (0 < Z.lcm (Zpos m) (zv o f a))%Z.
      { pose proof (Z.lcm_nonneg (Zpos m) (zv o f a)).
        assert (Z.lcm (Zpos m) (zv o f a) <> 0)%Z by (rewrite Z.lcm_eq_0; lia). lia. }
      rewrite Z2Pos.id by easy. split; [apply Z.divide_lcm_l|]. intros _. apply Z.divide_lcm_r. }
    destruct grows as [longer own]. destruct (IH (fun i inside => positive i (or_intror inside))
      (step m a)) as [rest each].
    split; [now apply (Z.divide_trans _ _ _ longer)|].
    intros i [<-|inside] used; [|now apply each]. now apply (Z.divide_trans _ _ _ (own used)).
  Qed.

  Lemma squares_over_weights_correct :
    (forall i, In i items -> (0 < alpha i)%Z -> (0 < zv o f i)%Z) ->
    let m := multiple items o f in
    IZR (squares_over_weights items o f m) / IZR (Zpos m)
    = sum (fun i => IZR (alpha i) * IZR (alpha i) / IZR (zv o f i)) items.
  Proof.
    intros positive m. destruct (multiple_divides items 1 positive) as [_ each].
    fold (multiple items o f) in each. fold m in each. pose proof (IZR_positive m) as m_sign.
    unfold squares_over_weights, Rdiv. rewrite IZR_zsum, Rmult_comm, <- sum_scale.
    apply sum_ext. intros i inside. destruct (Z.ltb_spec 0 (alpha i)) as [used|none].
    - destruct (each i inside used) as [q product]. specialize (positive i inside used).
      rewrite product, Z.div_mul, !mult_IZR by lia. rewrite product, mult_IZR in m_sign.
      apply IZR_lt in positive. field. split; nra.
    - replace (alpha i) with 0%Z by (specialize (nonnegative i inside); lia). ring.
  Qed.

  Lemma gains_correct : Q2R (gains e items o f N) = sum gain items / n.
  Proof.
    pose proof n_sign as sign. unfold gains, gain.
    assert (linear : Q2R (Zpos f * zsum alpha items # (e * Z.to_pos N)) = sum beta items / n).
    { rewrite Q2R_make, Pos2Z.inj_mul, !mult_IZR, IZR_zsum, IZR_pos_N, N_correct.
      unfold beta, Rdiv. rewrite (sum_ext (fun i => IZR (alpha i) * / IZR (Zpos e))
        (fun i => / IZR (Zpos e) * IZR (alpha i))) by (intros; ring).
      rewrite sum_scale. field. lra. }
    destruct (row_loss o) eqn:which; [exact linear| | |].
    - rewrite Q2R_minus, linear, sum_minus.
      assert (positive : forall i, In i items -> (0 < alpha i)%Z -> (0 < zv o f i)%Z).
      { intros i inside used. specialize (limits i inside). unfold within_limits in limits.
        rewrite which in limits. apply orb_true_iff in limits.
        destruct limits as [none|some]; [apply Z.eqb_eq in none; lia|now apply Z.ltb_lt]. }
      set (m := multiple items o f). pose proof (IZR_positive m).
      assert (quadratic : sum (fun i => beta i * beta i / (4 * total_weight o (source i))) items
        = IZR (Zpos f) / (4 * IZR (Zpos e) * IZR (Zpos e))
          * (IZR (squares_over_weights items o f m) / IZR (Zpos m))).
      { unfold m. rewrite squares_over_weights_correct, <- sum_scale by assumption.
        apply sum_ext. intros i inside. rewrite zv_correct by assumption. unfold beta.
        destruct (Z.eq_dec (alpha i) 0) as [->|used]; [unfold Rdiv; ring|].
        assert (0 < zv o f i)%Z as v_sign
          by (apply positive; [|specialize (nonnegative i inside)]; easy || lia).
        apply IZR_lt in v_sign. rewrite zv_correct in v_sign by assumption.
        field. repeat split; nra. }
      rewrite quadratic, Q2R_make, !Pos2Z.inj_mul, !mult_IZR, IZR_pos_N, N_correct.
      field. repeat split; lra.
    - rewrite sum_zero, Q2R_zero. unfold Rdiv. ring.
    - pose proof (IZR_positive one).
      rewrite Q2R_make, !Pos2Z.inj_mul, !mult_IZR, IZR_zsum, IZR_pos_N, N_correct.
      rewrite (sum_ext (fun i => IZR (entropy e o f i) / _)
        (fun i => / (IZR (Zpos e) * IZR (Zpos f) * IZR (Zpos one)) * IZR (entropy e o f i)))
        by (intros; unfold Rdiv; ring).
      rewrite sum_scale. field. repeat split; lra.
  Qed.

  (** *** The conjugate of the penalty *)

  Hypothesis l1_sign : 0 <= Q2R (l1 o).
  Hypothesis l2_sign : 0 <= Q2R (l2 o).

  Let unit := excess_unit den e o N.
  Let over (u : Z) : Z := excess den e o f N u.
  Let real_excess (u : Z) : R := IZR (over u) / IZR (Zpos unit).
  Let cost (u : Z) : R := real_excess u * real_excess u / (2 * Q2R (l2 o)).

  Lemma unit_correct : IZR (Zpos unit) = IZR (QDen (l1 o)) * IZR N * IZR (Zpos e) * IZR (Zpos den).
  Proof. unfold unit, excess_unit. now rewrite !Pos2Z.inj_mul, !mult_IZR, IZR_pos_N. Qed.

  Lemma excess_correct u :
    0 <= real_excess u /\
    Rabs (IZR u / IZR (Zpos den) / IZR (Zpos e) / n) <= Q2R (l1 o) + real_excess u.
  Proof.
    pose proof (IZR_positive unit) as unit_sign. pose proof n_sign. pose proof IZR_N_sign.
    pose proof (IZR_positive (Qden (l1 o))).
    assert (0 <= IZR (over u)) by (apply IZR_le; unfold over, excess; lia).
    split; [apply Rmult_le_pos; [easy|left; now apply Rinv_0_lt_compat]|].
    replace (Rabs (IZR u / IZR (Zpos den) / IZR (Zpos e) / n))
      with (Rabs (IZR u) / (IZR (Zpos den) * IZR (Zpos e) * n)).
    2:{ replace (IZR u / IZR (Zpos den) / IZR (Zpos e) / n)
          with (IZR u * / (IZR (Zpos den) * IZR (Zpos e) * n)) by (field; lra).
        rewrite Rabs_mult, (Rabs_pos_eq (/ _)); [reflexivity|].
        left. apply Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; lra. }
    apply (Rmult_le_reg_r (IZR (Zpos unit))); [easy|].
    unfold real_excess. rewrite Rmult_plus_distr_r.
    replace (IZR (over u) / IZR (Zpos unit) * IZR (Zpos unit)) with (IZR (over u))
      by (field; lra).
    rewrite unit_correct, N_correct. unfold Q2R.
    replace (Rabs (IZR u) / (IZR (Zpos den) * IZR (Zpos e) * n)
             * (IZR (QDen (l1 o)) * (IZR (Zpos f) * n) * IZR (Zpos e) * IZR (Zpos den)))
      with (Rabs (IZR u) * IZR (Zpos f) * IZR (QDen (l1 o))) by (field; lra).
    replace (IZR (Qnum (l1 o)) * / IZR (QDen (l1 o))
             * (IZR (QDen (l1 o)) * (IZR (Zpos f) * n) * IZR (Zpos e) * IZR (Zpos den)))
      with (IZR (Qnum (l1 o)) * IZR N * IZR (Zpos e) * IZR (Zpos den))
      by (rewrite N_correct; field; lra).
    rewrite <- abs_IZR, <- !mult_IZR, <- plus_IZR. apply IZR_le.
    unfold over, excess. lia.
  Qed.

  Lemma cost_correct u t :
    (0 < real_excess u -> 0 < Q2R (l2 o)) ->
    - cost u <= penalty o t - IZR u / IZR (Zpos den) / IZR (Zpos e) / n * t.
  Proof. intros curved. destruct (excess_correct u). now apply penalty_conjugate. Qed.

  Let U := combine k items.
  Let offset_excess : Z :=
    if with_offset && penalised_offset o then over (zsum k items * Zpos den) else 0%Z.
  Let squares : Z := (zsum (fun j => over (get U j) * over (get U j)) (indices (dimension D))
                      + offset_excess * offset_excess)%Z.

  Lemma conjugate_correct :
    snd (conjugate D with_offset den e items o f N) = true ->
    Q2R (fst (conjugate D with_offset den e items o f N))
    = IZR squares / (IZR (Zpos unit) * IZR (Zpos unit)) / (2 * Q2R (l2 o))
    /\ (squares = 0%Z \/ 0 < Q2R (l2 o)).
  Proof.
    change (conjugate D with_offset den e items o f N) with
      (if (squares =? 0)%Z then (0%Q, true)
       else (((squares # (unit * unit)) / (2 * l2 o))%Q, below 0 (l2 o))).
    destruct (Z.eqb_spec squares 0) as [none|some]; simpl fst; simpl snd; intros accepted.
    - rewrite none, Q2R_zero. split; [unfold Rdiv; ring|now left].
    - apply below_correct in accepted. rewrite Q2R_zero in accepted.
      assert (two : Q2R 2 = 2) by exact (Q2R_inject 2).
      split; [|now right]. rewrite Q2R_div, Q2R_mult, Q2R_make, two, Pos2Z.inj_mul, mult_IZR.
      + reflexivity.
      + intros zero. apply Qeq_eqR in zero. rewrite Q2R_mult, two, Q2R_zero in zero. lra.
  Qed.

  Lemma small_excess u :
    (over u * over u <= squares)%Z -> (squares = 0%Z \/ 0 < Q2R (l2 o)) ->
    0 < real_excess u -> 0 < Q2R (l2 o).
  Proof.
    intros part [none|]; [|easy]. intros positive. exfalso.
    assert (zero : over u = 0%Z) by nia. unfold real_excess in positive.
    rewrite zero in positive. unfold Rdiv in positive. lra.
  Qed.

  Hypothesis free : penalised_offset o = true \/ balanced with_offset items k = true.

  Lemma lower_bound p lower :
    snd (conjugate D with_offset den e items o f N) = true ->
    Q2R lower <= Q2R (gains e items o f N - fst (conjugate D with_offset den e items o f N)) ->
    allowed with_offset p -> Q2R lower <= objective_of D o p.
  Proof.
    intros accepted low planes. destruct (conjugate_correct accepted) as [value curved].
    rewrite Q2R_minus, gains_correct, value in low. apply (Rle_trans _ _ _ low).
    pose proof (IZR_positive unit) as unit_sign.
    assert (scaled_squares : forall z, real_excess z * real_excess z
      = / (IZR (Zpos unit) * IZR (Zpos unit)) * IZR (over z * over z)).
    { intros. unfold real_excess. rewrite mult_IZR. field. lra. }
    set (offset_cost := IZR (offset_excess * offset_excess)
                        / (IZR (Zpos unit) * IZR (Zpos unit)) / (2 * Q2R (l2 o))).
    replace (IZR squares / (IZR (Zpos unit) * IZR (Zpos unit)) / (2 * Q2R (l2 o)))
      with (sum (fun j => cost (get U j)) (features D) + offset_cost).
    2:{ unfold squares, offset_cost, cost. rewrite plus_IZR, IZR_zsum, indices_features.
        rewrite (sum_ext _ (fun j => / (IZR (Zpos unit) * IZR (Zpos unit)) * / (2 * Q2R (l2 o))
                                     * IZR (over (get U j) * over (get U j))))
          by (intros; rewrite scaled_squares; unfold Rdiv; ring).
        rewrite sum_scale. unfold Rdiv. ring. }
    replace (sum gain items / n - (sum (fun j => cost (get U j)) (features D) + offset_cost))
      with (sum gain items / n - sum (fun j => cost (get U j)) (features D) - offset_cost) by ring.
    assert (terms : (0 <= zsum (fun j => over (get U j) * over (get U j))
                               (indices (dimension D)))%Z
      /\ forall j, In j (features D) -> (over (get U j) * over (get U j)
        <= zsum (fun j => over (get U j) * over (get U j)) (indices (dimension D)))%Z).
    { split.
      - apply le_IZR. rewrite IZR_zsum. apply sum_nonnegative. intros. apply IZR_le. nia.
      - intros j inside. apply le_IZR. rewrite IZR_zsum, indices_features.
        apply (sum_member (fun j => IZR (over (get U j) * over (get U j)))); [|easy].
        intros. apply IZR_le. nia. }
    destruct terms as [all each].
    apply (weak_duality D o with_offset source beta gain items
      (fun j => IZR (get U j) / IZR (Zpos den) / IZR (Zpos e))); auto.
    - apply items_sum.
    - intros. now apply gain_correct.
    - apply combination_of_rows.
    - intros j t inside. apply cost_correct. apply small_excess; [|exact curved].
      specialize (each j inside). unfold squares. nia.
    - intros t offset_case.
      replace (sum (fun i => beta i * sign (source i)) items)
        with (IZR (zsum k items * Zpos den) / IZR (Zpos den) / IZR (Zpos e)).
      2:{ rewrite mult_IZR, IZR_zsum. unfold beta, k.
          rewrite (sum_ext (fun i => IZR (alpha i) / IZR (Zpos e) * sign (source i))
            (fun i => / IZR (Zpos e) * IZR (signed i (alpha i))))
            by (intros; rewrite signed_correct; unfold Rdiv; ring).
          rewrite sum_scale. field. lra. }
      assert (no_cost : offset_excess = 0%Z -> offset_cost = 0).
      { intros zero. unfold offset_cost. rewrite zero. unfold Rdiv. rewrite Z.mul_0_l. ring. }
      destruct offset_case as [with_one|none].
      + destruct (bool_dec (penalised_offset o) true) as [penalised|unpenalised].
        * rewrite penalised. replace offset_cost with (cost (zsum k items * Zpos den)).
          -- apply cost_correct, small_excess; [|exact curved]. unfold squares, offset_excess.
             rewrite with_one, penalised. simpl. lia.
          -- unfold cost, offset_cost, offset_excess. rewrite scaled_squares, with_one, penalised.
             simpl andb. unfold Rdiv. ring.
        * apply not_true_is_false in unpenalised. rewrite unpenalised.
          destruct free as [|even]; [congruence|]. unfold balanced in even.
          rewrite with_one in even. apply Z.eqb_eq in even. rewrite even, no_cost.
          -- unfold Rdiv. rewrite Z.mul_0_l. lra.
          -- unfold offset_excess. rewrite unpenalised, andb_false_r. reflexivity.
      + rewrite none, Rmult_0_r.
        assert (0 <= offset_cost).
        { unfold offset_cost, Rdiv. repeat apply Rmult_le_pos; try apply IZR_le; try nia.
          - left. apply Rinv_0_lt_compat. nra.
          - destruct (Req_dec (Q2R (l2 o)) 0) as [->|]; [rewrite Rmult_0_r, Rinv_0; lra|].
            left. apply Rinv_0_lt_compat. lra. }
        assert (penalty o 0 = 0) by (unfold penalty; rewrite Rabs_R0; ring).
        destruct (penalised_offset o); lra.
  Qed.
End Optimality.
