(** Prints the axioms that the theorems rest on: the three of Coq's real numbers. `make formal` fails
    if there is another one. *)

From Perceptron Require Import Novikoff Logarithms Theorems.

Print Assumptions separator_sound.
Print Assumptions inseparable_sound.
Print Assumptions touching_sound.
Print Assumptions margin_sound.
Print Assumptions mistake_bound_sound.
Print Assumptions optimality_sound.
Print Assumptions check_sound.
Print Assumptions convergence.
Print Assumptions exp_log.
