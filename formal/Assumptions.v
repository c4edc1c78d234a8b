(** Prints the axioms that the theorems rest on: those of Coq's real numbers and no others.
    `make formal` fails if there is another one. *)

From Perceptron Require Import Novikoff Theorems.

Print Assumptions separator_sound.
Print Assumptions inseparable_sound.
Print Assumptions touching_sound.
Print Assumptions margin_sound.
Print Assumptions mistake_bound_sound.
Print Assumptions optimality_sound.
Print Assumptions check_sound.
Print Assumptions convergence.
