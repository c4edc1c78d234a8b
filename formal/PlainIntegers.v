(** The integers of Coq, translated to OCaml as they are: integer_test.ml compares with them those of
    Zarith, which the program has in their place (Extraction.v). *)

From Coq Require Import NArith ZArith Extraction ExtrOcamlBasic.

Extraction Language OCaml.

Extraction "plain_integers.ml"
  Pos.succ Pos.mul Pos.eqb
  N.succ N.eqb N.ltb N.leb
  Z.add Z.sub Z.opp Z.mul Z.abs Z.max Z.min Z.eqb Z.ltb Z.leb Z.div Z.lcm Z.sqrt_up Z.to_pos.
