(** The results. Nothing but the definitions of Statement.v and the function [check] of Checker.v,
    which is what the program runs, is in scope here; the names of other files are written out. *)

From Coq Require Import List Reals.
From Perceptron Require Import Statement.
From Perceptron Require Checker Theorems Novikoff Logarithms.
Open Scope R_scope.

(** A certificate that the checker accepts makes a true claim. *)
Theorem accepted_claims_hold (D : dataset) (c : certificate) :
  Checker.check D c = true -> holds D c.
Proof. apply Theorems.check_sound. Qed.

(** On separable data the perceptron stops, at a plane that separates, if every pass visits every
    row, as often and in whatever order, and nothing but rows of the data. *)
Theorem perceptron_converges (D : dataset) (with_offset : bool) (pass : nat -> list row) :
  (forall t x, In x (pass t) <-> In x (rows D)) ->
  separable D with_offset -> converges D with_offset pass.
Proof. apply Novikoff.convergence. Qed.

(** The logarithm of the logistic loss is the one that everyone means. *)
Theorem log_is_the_logarithm (y : R) : 0 < y -> exp (log y) = y.
Proof. apply Logarithms.exp_log. Qed.
