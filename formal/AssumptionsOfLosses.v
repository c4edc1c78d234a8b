(** Prints the axioms of the theorems about losses. The definition of the natural logarithm in Coq's
    library, which the logistic loss uses, adds the law of excluded middle to the three of the real
    numbers. `make formal` fails if there is another one. *)

From Perceptron Require Import Theorems.

Print Assumptions optimality_sound.
Print Assumptions check_sound.
