(** What the integer functions of the checker mean for real numbers. *)

From Coq Require Import List NArith ZArith QArith Qreals Reals FMapPositive Permutation.
From Coq Require Import Lia Lra Psatz.
From Perceptron Require Import Statement Sums Checker.
Import ListNotations.
Open Scope R_scope.

(** ** Lists *)

Lemma IZR_zsum {T} (f : T -> Z) l : IZR (zsum f l) = sum (fun a => IZR (f a)) l.
Proof.
  unfold zsum. enough (from : forall s,
    IZR (fold_left (fun s a => s + f a)%Z l s) = IZR s + sum (fun a => IZR (f a)) l)
    by (rewrite from; ring).
  induction l as [|a l IH]; intros s; simpl; [ring|]. rewrite IH, plus_IZR. ring.
Qed.

Lemma tail_map_map {T U} (f : T -> U) l : tail_map f l = map f l.
Proof.
  unfold tail_map. rewrite rev_append_rev, app_nil_r.
  enough (from : forall done,
    fold_left (fun done a => f a :: done) l done = rev (map f l) ++ done)
    by (rewrite from, app_nil_r; apply rev_involutive).
  induction l as [|a l IH]; intros done; simpl; [reflexivity|].
  rewrite IH, <- app_assoc. reflexivity.
Qed.

Lemma zminimum_le {T} (f : T -> Z) l a : In a l -> (zminimum f l <= f a)%Z.
Proof.
  assert (fold : forall l m, (fold_left (fun m i => Z.min m (f i)) l m <= m)%Z
    /\ forall a, In a l -> (fold_left (fun m i => Z.min m (f i)) l m <= f a)%Z).
  { clear. induction l as [|b l IH]; simpl; intros m; [split; [lia|easy]|].
    destruct (IH (Z.min m (f b))) as [low each]. split; [lia|].
    intros a [->|inside]; [lia|auto]. }
  destruct l as [|b l]; simpl; [easy|]. destruct (fold l (f b)). intros [->|inside]; auto.
Qed.

(** ** Features *)

Lemma features_spec D j : In j (features D) <-> (Npos j <= dimension D)%N.
Proof.
  unfold features. rewrite in_map_iff. split.
  - intros [n [<- inside]]. apply in_seq in inside. lia.
  - intros small. exists (Pos.to_nat j). rewrite Pos2Nat.id. split; [easy|].
    apply in_seq. lia.
Qed.

Lemma features_distinct D : NoDup (features D).
Proof.
  unfold features.
  enough (from : forall n first, (1 <= first)%nat -> NoDup (map Pos.of_nat (seq first n)))
    by now apply from.
  induction n as [|n IH]; intros first low; simpl; constructor; auto.
  rewrite in_map_iff. intros [j [same inside]]. apply in_seq in inside. lia.
Qed.

Lemma indices_permutation D : Permutation (indices (dimension D)) (features D).
Proof.
  unfold features, indices. set (d := dimension D).
  set (step := fun found => (Pos.succ (fst found), fst found :: snd found)).
  enough (prefix : fst (N.iter d step (1%positive, [])) = Pos.of_nat (S (N.to_nat d)) /\
    Permutation (snd (N.iter d step (1%positive, []))) (map Pos.of_nat (seq 1 (N.to_nat d))))
    by apply prefix.
  induction d as [|d [next found]] using N.peano_ind; [split; reflexivity|].
  rewrite N.iter_succ, N2Nat.inj_succ, seq_S, map_app. unfold step at 1 3. simpl fst. simpl snd.
  rewrite next. split; [lia|]. simpl map. rewrite found. apply Permutation_cons_append.
Qed.

Lemma indices_features D f : sum f (indices (dimension D)) = sum f (features D).
Proof. apply sum_permutation, indices_permutation. Qed.

(** A sum over distinct indices, one of whose coefficients changes. *)
Lemma sum_change (l : list positive) (g h f : positive -> R) i :
  NoDup l -> In i l -> (forall j, j <> i -> g j = h j) ->
  sum (fun j => g j * f j) l = sum (fun j => h j * f j) l + (g i - h i) * f i.
Proof.
  intros distinct inside same. induction distinct as [|a l fresh distinct IH]; [easy|].
  simpl. destruct (Pos.eq_dec a i) as [->|other].
  - rewrite (sum_ext (fun j => g j * f j) (fun j => h j * f j)); [ring|].
    intros j member. rewrite same; [easy|]. intros ->. contradiction.
  - rewrite IH, (same a other); [ring|]. now destruct inside.
Qed.

(** ** Rows with given values in increasing order *)

Lemma increasing_absent x : forall before d j,
  increasing before d x = true -> (Npos j <= before)%N -> value x j = 0%Q.
Proof.
  induction x as [|[k q] x IH]; simpl; intros before d j sorted low; [reflexivity|].
  destruct (N.ltb_spec before (Npos k)); [|easy].
  destruct (N.leb_spec (Npos k) d); [|easy].
  destruct (Pos.eqb_spec k j); [lia|]. apply (IH (Npos k) d); [easy|lia].
Qed.

Lemma Q2R_zero : Q2R 0 = 0.
Proof. unfold Q2R. simpl. ring. Qed.

Lemma sparse_sum D x f : forall before,
  increasing before (dimension D) x = true ->
  sum (fun j => Q2R (value x j) * f j) (features D) = sum (fun e => Q2R (snd e) * f (fst e)) x.
Proof.
  induction x as [|[k q] x IH]; intros before sorted.
  - simpl. transitivity (sum (fun _ : positive => 0) (features D)); [|apply sum_zero].
    apply sum_ext. intros. rewrite Q2R_zero. ring.
  - simpl in sorted. destruct (N.ltb_spec before (Npos k)); [|easy].
    destruct (N.leb_spec (Npos k) (dimension D)); [|easy].
    rewrite (sum_change _ _ (fun j => Q2R (value x j)) f k).
    + rewrite (IH _ sorted). simpl. rewrite Pos.eqb_refl.
      rewrite (increasing_absent x (Npos k) (dimension D) k), Q2R_zero by (easy || lia). ring.
    + apply features_distinct.
    + now apply features_spec.
    + intros j other. simpl. destruct (Pos.eqb_spec k j); [congruence|reflexivity].
Qed.

Lemma increasing_above d x : forall before,
  increasing before d x = true ->
  forall e, In e x -> (before < Npos (fst e))%N /\ (Npos (fst e) <= d)%N.
Proof.
  induction x as [|[k q] x IH]; intros before sorted e inside; [easy|].
  simpl in sorted. destruct (N.ltb_spec before (Npos k)); [|easy].
  destruct (N.leb_spec (Npos k) d); [|easy].
  destruct inside as [<-|inside]; [easy|]. destruct (IH _ sorted e inside). lia.
Qed.

Lemma increasing_known D x :
  increasing 0 (dimension D) x = true -> forall e, In e x -> In (fst e) (features D).
Proof. intros sorted e inside. apply features_spec. eapply increasing_above; eauto. Qed.

Lemma increasing_value d x : forall before,
  increasing before d x = true -> forall e, In e x -> value x (fst e) = snd e.
Proof.
  induction x as [|[k q] x IH]; intros before sorted e inside; [easy|].
  simpl in sorted. destruct (N.ltb_spec before (Npos k)); [|easy].
  destruct (N.leb_spec (Npos k) d); [|easy]. destruct inside as [<-|inside]; simpl.
  - now rewrite Pos.eqb_refl.
  - destruct (increasing_above d x _ sorted e inside).
    destruct (Pos.eqb_spec k (fst e)); [lia|]. now apply (IH (Npos k)).
Qed.

(** ** One denominator *)

Definition divides (q : Q) (d : positive) : Prop := (QDen q | Zpos d)%Z.

Lemma common_divides d q : divides q (common d q) /\ (Zpos d | Zpos (common d q))%Z.
Proof.
  unfold divides, common.
  assert (0 < Z.lcm (Zpos d) (QDen q))%Z.
  { pose proof (Z.lcm_nonneg (Zpos d) (QDen q)).
    assert (Z.lcm (Zpos d) (QDen q) <> 0)%Z by (rewrite Z.lcm_eq_0; lia). lia. }
  rewrite Z2Pos.id by easy. split; [apply Z.divide_lcm_r|apply Z.divide_lcm_l].
Qed.

Lemma fold_divides {T} (step : positive -> T -> positive) (part : T -> Q -> Prop) l :
  (forall d a, (Zpos d | Zpos (step d a))%Z /\ forall q, part a q -> divides q (step d a)) ->
  forall d, (Zpos d | Zpos (fold_left step l d))%Z /\
            forall a q, In a l -> part a q -> divides q (fold_left step l d).
Proof.
  intros grows. induction l as [|a l IH]; simpl; intros d; [split; [apply Z.divide_refl|easy]|].
  destruct (grows d a) as [longer holds_a]. destruct (IH (step d a)) as [rest each].
  split; [now apply (Z.divide_trans _ _ _ longer)|].
  intros b q [->|inside] is_part; [|eauto].
  apply (Z.divide_trans _ _ _ (holds_a q is_part)), rest.
Qed.

Lemma common_of_divides d x :
  (Zpos d | Zpos (common_of d x))%Z /\ forall e, In e x -> divides (snd e) (common_of d x).
Proof.
  destruct (fold_divides (fun d e => common d (snd e)) (fun (e : positive * Q) q => q = snd e) x)
    with (d := d) as [longer each].
  - intros. destruct (common_divides d0 (snd a)). split; [easy|]. now intros q ->.
  - split; [exact longer|]. intros e inside. now apply (each e).
Qed.

Lemma IZR_positive p : 0 < IZR (Zpos p).
Proof. now apply IZR_lt. Qed.

Lemma times_correct q d : divides q d -> IZR (times q d) = IZR (Zpos d) * Q2R q.
Proof.
  intros [m is_multiple]. unfold times, Q2R. rewrite is_multiple, Z.div_mul by easy.
  rewrite !mult_IZR. pose proof (IZR_positive (Qden q)). field. lra.
Qed.

Lemma scale_sum d x (f : positive -> R) :
  (forall e, In e x -> divides (snd e) d) ->
  sum (fun e => IZR (snd e) * f (fst e)) (scale d x)
  = IZR (Zpos d) * sum (fun e => Q2R (snd e) * f (fst e)) x.
Proof.
  intros fine. unfold scale. rewrite tail_map_map, sum_map, <- sum_scale. apply sum_ext.
  intros e inside. simpl. rewrite times_correct by auto. ring.
Qed.

(** ** Maps *)

Lemma get_empty j : get (PositiveMap.empty Z) j = 0%Z.
Proof. unfold get. now rewrite PositiveMap.gempty. Qed.

Lemma all_zero_correct u j : all_zero u = true -> get u j = 0%Z.
Proof.
  unfold all_zero, get. rewrite PositiveMap.fold_1. set (step := fun zero e => _).
  assert (each : forall l zero, fold_left step l zero = true ->
    zero = true /\ forall e, In e l -> snd e = 0%Z).
  { induction l as [|e l IH]; simpl; intros zero all; [split; easy|].
    destruct (IH _ all) as [both rest]. apply andb_true_iff in both. destruct both as [done own].
    split; [exact done|]. intros e' [<-|inside]; [now apply Z.eqb_eq|auto]. }
  intros all. destruct (PositiveMap.find j u) as [z|] eqn:present; [|reflexivity].
  apply PositiveMap.elements_correct in present. exact (proj2 (each _ _ all) _ present).
Qed.

Lemma get_add j i z u : get (PositiveMap.add i z u) j = if Pos.eqb i j then z else get u j.
Proof.
  unfold get. destruct (Pos.eqb_spec i j) as [->|other].
  - now rewrite PositiveMap.gss.
  - rewrite PositiveMap.gso by congruence. reflexivity.
Qed.

Lemma to_map_scale d x j :
  (forall e, In e x -> divides (snd e) d) ->
  IZR (get (to_map (scale d x)) j) = IZR (Zpos d) * Q2R (value x j).
Proof.
  intros fine. unfold scale. rewrite tail_map_map. unfold to_map.
  set (insert := fun (u : zmap) (e : positive * Z) => if PositiveMap.mem (fst e) u then u
                           else PositiveMap.add (fst e) (snd e) u).
  enough (from : forall u, get (fold_left insert (map (fun e => (fst e, times (snd e) d)) x) u) j
    = if PositiveMap.mem j u then get u j else times (value x j) d).
  { rewrite from. rewrite PositiveMap.mem_find, PositiveMap.gempty.
    assert (part : value x j = 0%Q \/ exists e, In e x /\ value x j = snd e).
    { clear. induction x as [|[k q] x IH]; simpl; [now left|].
      destruct (Pos.eqb k j); [right; exists (k, q); auto|].
      destruct IH as [|[e [inside same]]]; [now left|right; exists e; auto]. }
    apply times_correct. destruct part as [->|[e [inside ->]]]; [apply Z.divide_1_l|auto]. }
  clear fine. induction x as [|[k q] x IH]; simpl; intros u.
  - unfold get. rewrite PositiveMap.mem_find. destruct (PositiveMap.find j u); reflexivity.
  - rewrite IH. unfold insert. simpl. rewrite !PositiveMap.mem_find.
    destruct (Pos.eqb_spec k j) as [->|other].
    + destruct (PositiveMap.find j u) eqn:present; rewrite ?PositiveMap.gss, ?present; [easy|].
      rewrite get_add, Pos.eqb_refl. reflexivity.
    + destruct (PositiveMap.find k u); [easy|].
      rewrite PositiveMap.gso, get_add by congruence.
      destruct (Pos.eqb_spec k j); [congruence|reflexivity].
Qed.

Lemma add_to_sum D k x u f :
  (forall e, In e x -> In (fst e) (features D)) ->
  dot D (fun j => IZR (get (add_to k x u) j)) f
  = dot D (fun j => IZR (get u j)) f + IZR k * sum (fun e => IZR (snd e) * f (fst e)) x.
Proof.
  unfold add_to. revert u. induction x as [|e x IH]; simpl; intros u known; [ring|].
  rewrite IH by auto. unfold dot at 1.
  rewrite (sum_change _ _ (fun j => IZR (get u j)) f (fst e)).
  - cbv beta. rewrite get_add, Pos.eqb_refl, plus_IZR, mult_IZR. unfold dot. ring.
  - apply features_distinct.
  - auto.
  - intros j other. rewrite get_add. destruct (Pos.eqb_spec (fst e) j); congruence.
Qed.

Lemma scale_known d x D :
  (forall e, In e x -> In (fst e) (features D)) ->
  forall e, In e (scale d x) -> In (fst e) (features D).
Proof.
  unfold scale. rewrite tail_map_map. intros known e inside.
  apply in_map_iff in inside. destruct inside as [e' [<- inside]]. now apply known.
Qed.

Lemma squared_length_correct D u :
  IZR (squared_length (dimension D) u)
  = dot D (fun j => IZR (get u j)) (fun j => IZR (get u j)).
Proof.
  unfold squared_length. rewrite IZR_zsum, indices_features. apply sum_ext.
  intros. apply mult_IZR.
Qed.

(** ** Items *)

Section Items.
  Variables (D : dataset) (den : positive) (weights : zmap).
  Hypothesis sorted : forall x, In x (rows D) -> increasing 0 (dimension D) (values x) = true.
  Hypothesis fine : forall x e, In x (rows D) -> In e (values x) -> divides (snd e) den.
  Let items := numbered den weights (rows D).

  Lemma numbered_spec : map source items = rev (rows D)
    /\ forall i, In i items -> zvalues i = scale den (values (source i)).
  Proof.
    unfold items, numbered. generalize (rows D). intros l.
    set (step := fun '(i, done) x => _).
    enough (from : forall l i done,
      (forall i, In i done -> zvalues i = scale den (values (source i))) ->
      map source (snd (fold_left step l (i, done))) = rev l ++ map source done
      /\ forall i', In i' (snd (fold_left step l (i, done))) ->
                    zvalues i' = scale den (values (source i'))).
    { destruct (from l 1%positive []) as [same each]; [easy|].
      rewrite app_nil_r in same. now split. }
    clear l. induction l as [|x l IH]; intros i done old; simpl; [now split|].
    destruct (IH (Pos.succ i) (Item x (scale den (values x)) (get weights i) :: done))
      as [same each].
    - intros i' [<-|inside]; [reflexivity|auto].
    - rewrite same, <- app_assoc. now split.
  Qed.

  Lemma item_known i : In i items -> In (source i) (rows D).
  Proof.
    intros inside. apply in_rev. rewrite <- (proj1 numbered_spec). now apply in_map.
  Qed.

  Lemma row_item x : In x (rows D) -> exists i, In i items /\ source i = x.
  Proof.
    intros inside. apply in_rev in inside. rewrite <- (proj1 numbered_spec) in inside.
    apply in_map_iff in inside. destruct inside as [i [same inside]]. now exists i.
  Qed.

  Lemma items_sum f : sum (fun i => f (source i)) items = sum f (rows D).
  Proof.
    rewrite <- (sum_map source f), (proj1 numbered_spec). symmetry.
    apply sum_permutation, Permutation_rev.
  Qed.

  (** den times the inner product with the row. *)
  Lemma item_dot i f : In i items ->
    sum (fun e => IZR (snd e) * f (fst e)) (zvalues i)
    = IZR (Zpos den) * dot D (entries (source i)) f.
  Proof.
    intros inside. rewrite (proj2 numbered_spec i inside).
    rewrite scale_sum by (intros; eapply fine; eauto using item_known).
    unfold dot, entries. now rewrite (sparse_sum D _ f 0) by auto using item_known.
  Qed.

  Lemma item_square i : In i items ->
    IZR (zsum (fun e => snd e * snd e)%Z (zvalues i))
    = IZR (Zpos den) * IZR (Zpos den) * dot D (entries (source i)) (entries (source i)).
  Proof.
    intros inside. set (x := source i).
    pose proof (item_known i inside) as known. fold x in known.
    unfold dot, entries at 1. rewrite (sparse_sum D _ (entries x) 0) by auto.
    rewrite IZR_zsum, (proj2 numbered_spec i inside). unfold scale.
    rewrite tail_map_map, sum_map, <- sum_scale. apply sum_ext. intros e member. simpl.
    unfold entries. rewrite (increasing_value (dimension D) (values x) 0) by auto.
    rewrite mult_IZR, times_correct by eauto. ring.
  Qed.

  Lemma signed_correct i z : IZR (signed i z) = sign (source i) * IZR z.
  Proof. unfold signed, sign. destruct (in_second_class (source i)); rewrite ?opp_IZR; ring. Qed.

  Definition zplane (W : zmap) (B : Z) : plane := Plane (fun j => IZR (get W j)) (IZR B).

  Lemma score_correct W B i : In i items ->
    IZR (score den W B i) = IZR (Zpos den) * signed_score D (zplane W B) (source i).
  Proof.
    intros inside. unfold score, signed_score, zdot. rewrite signed_correct, plus_IZR, mult_IZR.
    rewrite IZR_zsum. rewrite (sum_ext _ (fun e => IZR (snd e) * normal (zplane W B) (fst e)))
      by (intros; simpl; apply mult_IZR).
    rewrite item_dot by assumption. rewrite (dot_symmetric D (normal _)). simpl. ring.
  Qed.

  (** den times the weighted sum of the rows. *)
  Lemma combine_correct k f :
    dot D (fun j => IZR (get (combine k items) j)) f
    = IZR (Zpos den) * sum (fun i => IZR (k i) * dot D (entries (source i)) f) items.
  Proof.
    unfold combine. rewrite <- sum_scale.
    enough (from : forall l u, incl l items ->
      dot D (fun j => IZR (get (fold_left (fun u i => add_to (k i) (zvalues i) u) l u) j)) f
      = dot D (fun j => IZR (get u j)) f
        + sum (fun i => IZR (Zpos den) * (IZR (k i) * dot D (entries (source i)) f)) l).
    { rewrite from by apply incl_refl.
      replace (dot D (fun j => IZR (get (PositiveMap.empty Z) j)) f) with 0; [ring|].
      rewrite <- (dot_zero D f). apply sum_ext. intros. now rewrite get_empty. }
    induction l as [|i l IH]; simpl; intros u known; [ring|].
    apply incl_cons_inv in known. destruct known as [inside known].
    rewrite IH, add_to_sum by
      (assumption || (rewrite (proj2 numbered_spec i inside); apply scale_known;
                      apply increasing_known; auto using item_known)).
    rewrite item_dot by assumption. ring.
  Qed.
End Items.
