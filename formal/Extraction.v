(** The checker as an OCaml program, with integers of Zarith in place of those of Coq. *)

From Coq Require Import NArith ZArith QArith Extraction ExtrOcamlBasic.
From Perceptron Require Import Statement Checker.

Extraction Language OCaml.

(* integer.ml has these functions. *)
Extract Inductive positive => "Integer.t" ["Integer.odd" "Integer.even" "Integer.one"]
  "Integer.match_positive".
Extract Inductive N => "Integer.t" ["Integer.zero" "Integer.same"] "Integer.match_natural".
Extract Inductive Z => "Integer.t" ["Integer.zero" "Integer.same" "Integer.neg"]
  "Integer.match_integer".

Extract Inlined Constant Pos.succ => "Integer.succ".
Extract Inlined Constant Pos.mul => "Integer.mul".
Extract Inlined Constant Pos.eqb => "Integer.equal".
Extract Inlined Constant N.succ => "Integer.succ".
Extract Inlined Constant N.eqb => "Integer.equal".
Extract Inlined Constant N.ltb => "Integer.lt".
Extract Inlined Constant N.leb => "Integer.leq".
Extract Inlined Constant Z.add => "Integer.add".
Extract Inlined Constant Z.sub => "Integer.sub".
Extract Inlined Constant Z.opp => "Integer.neg".
Extract Inlined Constant Z.mul => "Integer.mul".
Extract Inlined Constant Z.abs => "Integer.abs".
Extract Inlined Constant Z.max => "Integer.max".
Extract Inlined Constant Z.min => "Integer.min".
Extract Inlined Constant Z.eqb => "Integer.equal".
Extract Inlined Constant Z.ltb => "Integer.lt".
Extract Inlined Constant Z.leb => "Integer.leq".
Extract Inlined Constant Z.div => "Integer.div".
Extract Inlined Constant Z.lcm => "Integer.lcm".
Extract Inlined Constant Z.sqrt_up => "Integer.sqrt_up".
Extract Inlined Constant Z.to_pos => "Integer.to_positive".

Extraction "checker.ml" check.
