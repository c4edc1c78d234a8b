(** What acceptance means for claims about separation, margins and mistakes. *)

From Coq Require Import List NArith ZArith QArith Qreals Reals FMapPositive Permutation Bool.
From Coq Require Import Lia Lra Psatz.
From Perceptron Require Import Statement Sums Separation Novikoff Duality Checker Integers.
Import ListNotations.
Open Scope R_scope.

(** ** Comparisons *)

Lemma at_most_correct p q : at_most p q = true -> Q2R p <= Q2R q.
Proof. intros le. now apply Qle_Rle, Qle_bool_iff. Qed.

Lemma below_correct p q : below p q = true -> Q2R p < Q2R q.
Proof.
  unfold below. intros lt. apply Qlt_Rlt, Qnot_le_lt. intros le.
  apply Qle_bool_iff in le. rewrite le in lt. easy.
Qed.

Lemma Q2R_make a d : Q2R (a # d) = IZR a / IZR (Zpos d).
Proof. reflexivity. Qed.

Lemma Q2R_inject z : Q2R (inject_Z z) = IZR z.
Proof. unfold inject_Z. rewrite Q2R_make. field. Qed.

Lemma Q2R_one : Q2R 1 = 1.
Proof. exact (Q2R_inject 1). Qed.

Lemma root_at_most_correct lower square s :
  0 <= Q2R square -> root_at_most lower square s = true ->
  Q2R lower * sqrt (Q2R square) <= Q2R s.
Proof.
  intros sign. unfold root_at_most. pose proof (sqrt_pos (Q2R square)) as root_sign.
  pose proof (sqrt_sqrt (Q2R square) sign) as root.
  destruct (below 0 lower) eqn:case; intros accepted.
  - apply andb_true_iff in accepted. destruct accepted as [s_sign accepted].
    apply below_correct in case, s_sign. apply at_most_correct in accepted.
    rewrite !Q2R_mult in accepted. rewrite Q2R_zero in *. apply Rsqr_incr_0_var; [|lra].
    unfold Rsqr. nra.
  - assert (low : Q2R lower <= 0).
    { unfold below in case. apply negb_false_iff in case.
      apply Qle_bool_iff, Qle_Rle in case. now rewrite Q2R_zero in case. }
    apply orb_true_iff in accepted. destruct accepted as [accepted|accepted];
      apply at_most_correct in accepted; rewrite ?Q2R_mult, ?Q2R_zero in accepted; [nra|].
    destruct (Rle_dec 0 (Q2R s)); [nra|].
    assert (- Q2R s <= - Q2R lower * sqrt (Q2R square)); [|nra].
    apply Rsqr_incr_0_var; [unfold Rsqr|]; nra.
Qed.

Lemma IZR_max a b : IZR (Z.max a b) = Rmax (IZR a) (IZR b).
Proof.
  unfold Rmax. destruct (Rle_dec (IZR a) (IZR b)) as [le|le].
  - apply le_IZR in le. now rewrite Z.max_r.
  - rewrite Z.max_l; [easy|]. apply le_IZR. lra.
Qed.

(** ** Claims about the items *)

Section Claims.
  Variables (D : dataset) (o : bool) (den : positive) (weights : zmap).
  Hypothesis some : rows D <> [].
  Hypothesis sorted : forall x, In x (rows D) -> increasing 0 (dimension D) (values x) = true.
  Hypothesis divides_den : forall x e, In x (rows D) -> In e (values x) -> divides (snd e) den.
  Let items := numbered den weights (rows D).
  Hypothesis nonnegative : forall i, In i items -> (0 <= alpha i)%Z.

  Let known := item_known D den weights.
  Let den_sign : 0 < IZR (Zpos den) := IZR_positive den.

  Lemma minimum_score_correct W B x : In x (rows D) ->
    Q2R (zminimum (score den W B) items # den) <= signed_score D (zplane W B) x.
  Proof.
    intros inside. destruct (row_item D den weights x inside) as [i [i_in <-]].
    rewrite Q2R_make. apply (Rmult_le_reg_l (IZR (Zpos den))); [easy|].
    rewrite <- (score_correct D den weights) by assumption.
    replace (IZR (Zpos den) * (IZR (zminimum (score den W B) items) / IZR (Zpos den)))
      with (IZR (zminimum (score den W B) items)) by (field; lra).
    now apply IZR_le, zminimum_le.
  Qed.

  Lemma minimum_score_positive W B x :
    (0 <? zminimum (score den W B) items)%Z = true -> In x (rows D) ->
    0 < signed_score D (zplane W B) x.
  Proof.
    intros positive inside. pose proof (minimum_score_correct W B x inside) as low.
    rewrite Q2R_make in low. apply Z.ltb_lt, IZR_lt in positive.
    apply (Rlt_le_trans _ _ _) with (2 := low). now apply Rdiv_lt_0_compat.
  Qed.

  Lemma touching W B :
    check_touching den items W B = true -> separates_weakly D (zplane W B).
  Proof.
    unfold check_touching. rewrite andb_true_iff. intros [all one]. split.
    - intros x inside. destruct (row_item D den weights x inside) as [i [i_in <-]].
      rewrite forallb_forall in all. specialize (all i i_in). apply Z.leb_le, IZR_le in all.
      rewrite (score_correct D den weights) in all by assumption. nra.
    - apply existsb_exists in one. destruct one as [i [inside positive]].
      exists (source i). split; [now apply known|].
      apply Z.ltb_lt, IZR_lt in positive.
      rewrite (score_correct D den weights) in positive by assumption. nra.
  Qed.

  (** *** Combinations of rows *)

  Lemma combination k f :
    dot D (fun j => IZR (get (combine k items) j) / IZR (Zpos den)) f
    = sum (fun i => IZR (k i) * dot D (entries (source i)) f) items.
  Proof.
    rewrite <- (Rmult_1_l (sum _ _)), <- (Rinv_l (IZR (Zpos den))) by lra.
    rewrite Rmult_assoc. unfold items. rewrite <- combine_correct by assumption.
    rewrite <- dot_scale. apply sum_ext. intros. unfold Rdiv. ring.
  Qed.

  Lemma balanced_correct k :
    balanced o items k = true -> o = true -> sum (fun i => IZR (k i)) items = 0.
  Proof.
    unfold balanced. intros accepted ->. apply Z.eqb_eq in accepted.
    now rewrite <- IZR_zsum, accepted.
  Qed.

  Lemma total_correct k :
    sum (fun i => IZR (k i) * sign (source i)) items = IZR (zsum (fun i => signed i (k i)) items).
  Proof.
    rewrite IZR_zsum. apply sum_ext. intros. rewrite signed_correct. ring.
  Qed.

  Lemma signed_twice i z : signed i (signed i z) = z.
  Proof. unfold signed. destruct (in_second_class (source i)); lia. Qed.

  Lemma inseparable : check_inseparable o items = true -> ~ separable D o.
  Proof.
    unfold check_inseparable. rewrite !andb_true_iff. intros [[zero even] positive].
    set (k := fun i => signed i (alpha i)) in *.
    apply (not_separable D source (fun i => IZR (k i)) items) with
      (u := fun j => IZR (get (combine k items) j) / IZR (Zpos den)).
    - apply known.
    - intros i inside. unfold k. rewrite signed_correct.
      replace (sign (source i) * IZR (alpha i) * sign (source i))
        with (sign (source i) * sign (source i) * IZR (alpha i)) by ring.
      rewrite sign_square, Rmult_1_l. now apply IZR_le, nonnegative.
    - apply combination.
    - intros f. rewrite <- (dot_zero D f). apply sum_ext. intros j inside.
      rewrite (all_zero_correct _ j zero). unfold Rdiv. ring.
    - now apply balanced_correct.
    - rewrite total_correct. apply IZR_lt. apply Z.ltb_lt in positive.
      replace (zsum (fun i => signed i (k i)) items) with (zsum alpha items); [exact positive|].
      apply eq_IZR. rewrite !IZR_zsum. apply sum_ext. intros. unfold k. now rewrite signed_twice.
  Qed.

  Lemma margin W B lower upper :
    allowed o (zplane W B) -> check_margin D o den items W B lower upper = true ->
    has_margin D (zplane W B) (Q2R lower) /\
    exists g, widest_margin D o g /\ Q2R lower <= g <= Q2R upper.
  Proof.
    intros planes. unfold check_margin.
    set (first := zsum _ _). set (second_ := zsum _ _). set (k := coefficient o first second_).
    set (total := zsum _ _). rewrite !andb_true_iff.
    intros [[[[[[direction lower_bound] upper_sign] signs] balanced] positive] upper_bound].
    apply Z.ltb_lt, IZR_lt in positive, direction.
    apply at_most_correct in upper_sign, upper_bound.
    rewrite !Q2R_mult, Q2R_inject, Q2R_make in upper_bound. rewrite Q2R_zero in upper_sign.
    assert (length : norm D (normal (zplane W B))
                     = sqrt (Q2R (inject_Z (squared_length (dimension D) W))))
      by (unfold norm; simpl; now rewrite Q2R_inject, squared_length_correct).
    assert (nonzero : 0 < norm D (normal (zplane W B)))
      by (rewrite length, Q2R_inject; now apply sqrt_lt_R0).
    assert (distances : forall x, In x (rows D) ->
      Q2R lower * norm D (normal (zplane W B)) <= signed_score D (zplane W B) x).
    { intros x inside. rewrite length.
      apply (Rle_trans _ _ _) with (2 := minimum_score_correct W B x inside).
      apply root_at_most_correct; [rewrite Q2R_inject; lra|easy]. }
    split.
    { split; [easy|]. intros x inside.
      apply (Rmult_le_reg_r (norm D (normal (zplane W B)))); [easy|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. auto. }
    apply (widest_margin_between D o (zplane W B)); auto.
    - intros q g free direction_q [least_margin _].
      refine (margin_upper_bound D source (fun i => IZR (k i)) items
        (fun j => IZR (get (combine k items) j) / IZR (Zpos den)) known _ (combination k)
        o q g (Q2R upper) free (balanced_correct k balanced) _ _ direction_q least_margin).
      + intros i inside. rewrite forallb_forall in signs. specialize (signs i inside).
        apply Z.leb_le, IZR_le in signs. rewrite signed_correct in signs. lra.
      + now rewrite total_correct.
      + rewrite total_correct. fold total. apply Rsqr_incr_0_var; [|nra].
        unfold Rsqr. rewrite norm_square.
        replace (dot D _ _) with (IZR (squared_length (dimension D) (combine k items))
                                  / IZR (Zpos (den * den))).
        { rewrite mult_IZR in upper_bound. lra. }
        rewrite squared_length_correct, Pos2Z.inj_mul, mult_IZR.
        transitivity (/ (IZR (Zpos den)) * (/ IZR (Zpos den) *
          dot D (fun j => IZR (get (combine k items) j)) (fun j => IZR (get (combine k items) j))));
          [field; lra|].
        rewrite <- dot_scale, dot_symmetric, <- dot_scale. apply sum_ext. intros.
        unfold Rdiv. ring.
  Qed.

  Lemma mistake_bound W B radius bound :
    allowed o (zplane W B) -> check_mistake_bound D o den items W B radius bound = true ->
    (forall x, In x (rows D) -> norm D (entries x) <= Q2R radius) /\
    (forall xs, incl xs (rows D) -> INR (mistakes D o xs) <= Q2R bound).
  Proof.
    intros planes. unfold check_mistake_bound. set (s := zminimum _ _ # den).
    rewrite !andb_true_iff.
    intros [[[positive radius_sign] lengths] product].
    apply below_correct in positive. apply at_most_correct in radius_sign, product.
    rewrite Q2R_zero in *.
    assert (lengths_bounded : forall x, In x (rows D) ->
      dot D (entries x) (entries x) <= Q2R radius * Q2R radius).
    { intros x inside. destruct (row_item D den weights x inside) as [i [i_in <-]].
      rewrite forallb_forall in lengths. specialize (lengths i i_in).
      apply at_most_correct in lengths. rewrite Q2R_mult, Q2R_make in lengths.
      rewrite (item_square D den weights) in lengths by assumption.
      rewrite Pos2Z.inj_mul, mult_IZR in lengths.
      replace (dot D (entries (source i)) (entries (source i))) with
        (IZR (Zpos den) * IZR (Zpos den) * dot D (entries (source i)) (entries (source i))
         / (IZR (Zpos den) * IZR (Zpos den))) by (field; lra).
      exact lengths. }
    split.
    - intros x inside. apply Rsqr_incr_0_var; [|easy]. unfold Rsqr. rewrite norm_square. auto.
    - intros xs visited. apply (Rmult_le_reg_r (Q2R s * Q2R s)); [nra|].
      apply (Rle_trans _ ((Q2R radius * Q2R radius + lifted o)
                          * inner D (zplane W B) (zplane W B))).
      + apply novikoff; auto. intros x inside. now apply minimum_score_correct.
      + rewrite !Q2R_mult, Q2R_plus, Q2R_mult, Q2R_inject, plus_IZR, mult_IZR in product.
        rewrite squared_length_correct in product. unfold inner. simpl.
        replace (lifted o) with (Q2R (if o then 1 else 0))
          by (unfold lifted; destruct o; [apply Q2R_one|apply Q2R_zero]).
        exact product.
  Qed.
End Claims.
