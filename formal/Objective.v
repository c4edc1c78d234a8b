(** What the checker computes of the objective of a plane: its losses, which are rounded upwards,
    and its penalties. *)

From Coq Require Import List NArith ZArith QArith Qreals Reals FMapPositive Permutation Bool.
From Coq Require Import Lia Lra Psatz.
From Perceptron Require Import Statement Sums Duality Checker Logarithms Integers Claims.
Import ListNotations.
Open Scope R_scope.
Opaque one steps.

Section Objective.
  Variables (D : dataset) (den f : positive) (weights : zmap).
  Variable o : objective.
  Hypothesis sorted : forall x, In x (rows D) -> increasing 0 (dimension D) (values x) = true.
  Hypothesis fine : forall x e, In x (rows D) -> In e (values x) -> divides (snd e) den.
  Hypothesis fine_weight : forall x, In x (rows D) -> divides (weight x) f /\ divides (qv o x) f.
  Let items := numbered den weights (rows D).

  Let known := item_known D den weights.
  Let den_sign : 0 < IZR (Zpos den) := IZR_positive den.
  Let f_sign : 0 < IZR (Zpos f) := IZR_positive f.
  Let n := sum (fun x => Q2R (weight x)) (rows D).
  Let N := zsum (zweight f) items.
  Hypothesis N_sign : (0 < N)%Z.

  Lemma zv_correct i : In i items -> IZR (zv o f i) = IZR (Zpos f) * total_weight o (source i).
  Proof.
    intros inside. unfold zv. rewrite times_correct by now apply fine_weight, known.
    unfold qv. rewrite Q2R_mult. reflexivity.
  Qed.

  Lemma N_correct : IZR N = IZR (Zpos f) * n.
  Proof.
    unfold N, n. rewrite IZR_zsum, <- sum_scale.
    rewrite <- (items_sum D den weights). apply sum_ext. intros i inside.
    apply times_correct. now apply fine_weight, known.
  Qed.

  Lemma IZR_N_sign : 0 < IZR N.
  Proof. now apply IZR_lt. Qed.

  Lemma n_sign : 0 < n.
  Proof. pose proof N_correct. pose proof IZR_N_sign. nra. Qed.

  Lemma IZR_pos_N : IZR (Zpos (Z.to_pos N)) = IZR N.
  Proof. now rewrite Z2Pos.id. Qed.

  Hypothesis weight_sign : forall x, In x (rows D) -> 0 <= total_weight o x.

  Section Plane.
    Variables (k : positive) (W : zmap) (B : Z) (p : plane).
    Hypothesis normal_scaled : forall j, IZR (get W j) = IZR (Zpos k) * normal p j.
    Hypothesis offset_scaled : IZR B = IZR (Zpos k) * offset p.
    Let k_sign : 0 < IZR (Zpos k) := IZR_positive k.

    Lemma zplane_score x :
      signed_score D (zplane W B) x = IZR (Zpos k) * signed_score D p x.
    Proof.
      unfold signed_score. simpl. rewrite offset_scaled.
      unfold dot at 1. rewrite (sum_ext _ (fun j => IZR (Zpos k) * (normal p j * entries x j)))
        by (intros; rewrite normal_scaled; ring).
      rewrite sum_scale. unfold dot. ring.
    Qed.

    Lemma zloss_above unit s m :
      IZR s = IZR (Zpos unit) * m ->
      IZR (Zpos (zloss_unit o unit)) * loss_of (row_loss o) m <= IZR (zloss o (Zpos unit) s).
    Proof.
      intros scaled. pose proof (IZR_positive unit) as sign. unfold zloss, zloss_unit.
      assert (hinge : IZR (Z.max 0 (Zpos unit - s)) = IZR (Zpos unit) * Rmax 0 (1 - m)).
      { rewrite IZR_max, minus_IZR, scaled, <- RmaxRmult by lra. f_equal; ring. }
      destruct (row_loss o).
      - right. symmetry. exact hinge.
      - right. rewrite mult_IZR, hinge, Pos2Z.inj_mul, mult_IZR. simpl. ring.
      - right. rewrite IZR_max, opp_IZR, scaled. simpl loss_of. rewrite <- RmaxRmult by lra.
        f_equal; ring.
      - rewrite Pos2Z.inj_mul, mult_IZR. now apply logistic_above.
    Qed.

    Lemma losses_above :
      sum (fun x => total_weight o x * loss_of (row_loss o) (signed_score D p x)) (rows D) / n
      <= Q2R (losses den items o f N k W B).
    Proof.
      unfold losses. set (unit := (k * den)%positive).
      rewrite Q2R_make, IZR_zsum, Pos2Z.inj_mul, mult_IZR, IZR_pos_N, N_correct.
      pose proof n_sign. pose proof (IZR_positive (zloss_unit o unit)) as unit_sign.
      rewrite <- (items_sum D den weights). fold items.
      assert (positive : 0 < IZR (Zpos (zloss_unit o unit)) * (IZR (Zpos f) * n))
        by (repeat apply Rmult_lt_0_compat; easy).
      apply (Rmult_le_reg_r _ _ _ positive).
      unfold Rdiv at 2. rewrite (Rmult_assoc _ (/ _)), Rinv_l, Rmult_1_r by lra.
      set (total := sum _ items).
      replace (total / n * (IZR (Zpos (zloss_unit o unit)) * (IZR (Zpos f) * n)))
        with (IZR (Zpos f) * IZR (Zpos (zloss_unit o unit)) * total) by (field; lra).
      unfold total. rewrite <- sum_scale. apply sum_le. intros i inside.
      rewrite mult_IZR, zv_correct by assumption.
      set (loss := loss_of _ _). rewrite (Rmult_assoc (IZR (Zpos f)) (IZR _) (_ * loss)).
      rewrite <- (Rmult_assoc (IZR _) _ loss), (Rmult_comm (IZR (Zpos (zloss_unit _ _)))).
      rewrite Rmult_assoc, <- Rmult_assoc.
      apply Rmult_le_compat_l.
      - apply Rmult_le_pos; [lra|]. now apply weight_sign, known.
      - apply zloss_above. rewrite (score_correct D den weights), zplane_score by assumption.
        unfold unit. rewrite Pos2Z.inj_mul, mult_IZR. ring.
    Qed.

    Lemma penalties_correct :
      Q2R (penalties D o k W B)
      = sum (fun j => penalty o (normal p j)) (features D)
        + (if penalised_offset o then penalty o (offset p) else 0).
    Proof.
      unfold penalties. rewrite Q2R_plus, !Q2R_mult, !Q2R_make, !plus_IZR, mult_IZR.
      rewrite squared_length_correct, IZR_zsum, indices_features.
      rewrite !Pos2Z.inj_mul, !mult_IZR.
      assert (lengths : sum (fun j => IZR (Z.abs (get W j))) (features D)
        = IZR (Zpos k) * sum (fun j => Rabs (normal p j)) (features D)).
      { rewrite <- sum_scale. apply sum_ext. intros. rewrite abs_IZR, normal_scaled, Rabs_mult.
        rewrite (Rabs_pos_eq (IZR (Zpos k))) by lra. reflexivity. }
      assert (squares : dot D (fun j => IZR (get W j)) (fun j => IZR (get W j))
        = IZR (Zpos k) * IZR (Zpos k) * sum (fun j => normal p j ^ 2) (features D)).
      { rewrite <- sum_scale. apply sum_ext. intros. rewrite normal_scaled. ring. }
      rewrite lengths, squares. unfold penalty at 1.
      rewrite sum_plus, !sum_scale.
      destruct (penalised_offset o); [|simpl; field; lra].
      unfold penalty. rewrite abs_IZR, offset_scaled, Rabs_mult.
      rewrite (Rabs_pos_eq (IZR (Zpos k))) by lra. field. lra.
    Qed.
  End Plane.
End Objective.
