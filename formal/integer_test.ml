(* Compares every function of integer.ml with the one of Coq that it replaces, on all small integers
   and pairs of them. *)

open Plain_integers
module Pos = Coq_Pos

let last = 40

let rec positive n =
  if n = 1 then XH else if n mod 2 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))

let natural n = if n = 0 then N0 else Npos (positive n)
let integer n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let rec of_positive = function
  | XH -> 1
  | XO half -> 2 * of_positive half
  | XI half -> (2 * of_positive half) + 1

let of_natural = function N0 -> 0 | Npos n -> of_positive n
let of_integer = function Z0 -> 0 | Zpos n -> of_positive n | Zneg n -> -of_positive n

let compared = ref 0

let same name expected found =
  incr compared;
  if expected <> found then (
    Printf.eprintf "integer_test: %s differs from Coq's\n" name;
    exit 1)

let from first f = for n = first to last do f n done
let z = Integer.Zarith.of_int
let value = Integer.Zarith.to_int

let () =
  let unary name into of_plain plain ours n =
    same name (of_plain (plain (into n))) (value (ours (z n)))
  in
  let binary name into of_plain plain ours m n =
    same name (of_plain (plain (into m) (into n))) (value (ours (z m) (z n)))
  in
  let relation name into plain ours m n = same name (plain (into m) (into n)) (ours (z m) (z n)) in
  from 1 (fun n ->
      unary "Pos.succ" positive of_positive Pos.succ Integer.succ n;
      same "xI" ((2 * n) + 1) (value (Integer.odd (z n)));
      same "xO" (2 * n) (value (Integer.even (z n)));
      let shape odd even one = Integer.match_positive odd even one (z n) in
      let expected =
        match positive n with XI m -> (1, of_positive m) | XO m -> (0, of_positive m) | XH -> (2, 0)
      in
      same "match on positive" expected
        (shape (fun m -> (1, value m)) (fun m -> (0, value m)) (fun () -> (2, 0)));
      from 1 (fun m ->
          binary "Pos.mul" positive of_positive Pos.mul Integer.mul m n;
          relation "Pos.eqb" positive Pos.eqb Integer.equal m n));
  from 0 (fun n ->
      unary "N.succ" natural of_natural N.succ Integer.succ n;
      same "match on N" n (Integer.match_natural (fun () -> 0) value (z n));
      from 0 (fun m ->
          relation "N.eqb" natural N.eqb Integer.equal m n;
          relation "N.ltb" natural N.ltb Integer.lt m n;
          relation "N.leb" natural N.leb Integer.leq m n));
  from (-last) (fun n ->
      unary "Z.opp" integer of_integer Z.opp Integer.neg n;
      unary "Z.abs" integer of_integer Z.abs Integer.abs n;
      unary "Z.sqrt_up" integer of_integer Z.sqrt_up Integer.sqrt_up n;
      unary "Z.to_pos" integer of_positive Z.to_pos Integer.to_positive n;
      same "match on Z" (compare n 0, abs n)
        (Integer.match_integer
           (fun () -> (0, 0))
           (fun m -> (1, value m))
           (fun m -> (-1, value m))
           (z n));
      from (-last) (fun m ->
          binary "Z.add" integer of_integer Z.add Integer.add m n;
          binary "Z.sub" integer of_integer Z.sub Integer.sub m n;
          binary "Z.mul" integer of_integer Z.mul Integer.mul m n;
          binary "Z.max" integer of_integer Z.max Integer.max m n;
          binary "Z.min" integer of_integer Z.min Integer.min m n;
          binary "Z.div" integer of_integer Z.div Integer.div m n;
          binary "Z.lcm" integer of_integer Z.lcm Integer.lcm m n;
          relation "Z.eqb" integer Z.eqb Integer.equal m n;
          relation "Z.ltb" integer Z.ltb Integer.lt m n;
          relation "Z.leb" integer Z.leb Integer.leq m n));
  Printf.printf "integers: Zarith and Coq agree on %d small cases\n" !compared
