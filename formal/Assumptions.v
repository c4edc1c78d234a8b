(** Prints the results, and the axioms that they rest on: the three of Coq's real numbers. `make
    formal` fails if there is another one. *)

From Coq Require Import List Reals.
From Perceptron Require Import Statement Results.
Open Scope R_scope.

Check accepted_claims_hold.
Print Assumptions accepted_claims_hold.
Check perceptron_converges.
Print Assumptions perceptron_converges.
Check log_is_the_logarithm.
Print Assumptions log_is_the_logarithm.
