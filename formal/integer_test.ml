(* Compares every function of integer.ml with the one of Coq that it replaces, on small integers, on
   those around powers of two, where Zarith changes how it stores them, and on all pairs of both. *)

open Plain_integers
module Pos = Coq_Pos
module Large = Integer.Zarith

(* 0 to 40, and 2^k - 1, 2^k and 2^k + 1. *)
let naturals =
  let near k =
    let power = Large.shift_left Large.one k in
    [Large.pred power; power; Large.succ power]
  in
  List.init 41 Large.of_int @ List.concat_map near [31; 32; 61; 62; 63; 64; 65; 127; 128; 192]

let positives = List.tl naturals
let integers = List.rev_map Large.neg positives @ naturals

let rec positive n =
  if Large.equal n Large.one then XH
  else
    let half = positive (Large.shift_right n 1) in
    if Large.is_odd n then XI half else XO half

let natural n = if Large.sign n = 0 then N0 else Npos (positive n)

let integer n =
  if Large.sign n = 0 then Z0
  else if Large.sign n > 0 then Zpos (positive n)
  else Zneg (positive (Large.neg n))

let double n = Large.shift_left n 1

let rec of_positive = function
  | XH -> Large.one
  | XO half -> double (of_positive half)
  | XI half -> Large.succ (double (of_positive half))

let of_natural = function N0 -> Large.zero | Npos n -> of_positive n

let of_integer = function
  | Z0 -> Large.zero
  | Zpos n -> of_positive n
  | Zneg n -> Large.neg (of_positive n)

let compared = ref 0

let same equal name expected found =
  incr compared;
  if not (equal expected found) then (
    Printf.eprintf "integer_test: %s differs from Coq's\n" name;
    exit 1)

(* Which constructor, and what it holds. *)
let same_shape = same (fun (a, m) (b, n) -> a = b && Large.equal m n)

let () =
  let unary name into of_plain plain ours n =
    same Large.equal name (of_plain (plain (into n))) (ours n)
  in
  let binary name into of_plain plain ours m n =
    same Large.equal name (of_plain (plain (into m) (into n))) (ours m n)
  in
  let relation name into plain ours m n =
    same Bool.equal name (plain (into m) (into n)) (ours m n)
  in
  let each list f = List.iter f list in
  each positives (fun n ->
      unary "Pos.succ" positive of_positive Pos.succ Integer.succ n;
      unary "xI" positive of_positive (fun p -> XI p) Integer.odd n;
      unary "xO" positive of_positive (fun p -> XO p) Integer.even n;
      same_shape "match on positive"
        (match positive n with
        | XI m -> (1, of_positive m)
        | XO m -> (0, of_positive m)
        | XH -> (2, Large.zero))
        (Integer.match_positive (fun m -> (1, m)) (fun m -> (0, m)) (fun () -> (2, Large.zero)) n);
      each positives (fun m ->
          binary "Pos.mul" positive of_positive Pos.mul Integer.mul m n;
          relation "Pos.eqb" positive Pos.eqb Integer.equal m n));
  each naturals (fun n ->
      unary "N.succ" natural of_natural N.succ Integer.succ n;
      same_shape "match on N"
        (match natural n with N0 -> (0, Large.zero) | Npos m -> (1, of_positive m))
        (Integer.match_natural (fun () -> (0, Large.zero)) (fun m -> (1, m)) n);
      each naturals (fun m ->
          relation "N.eqb" natural N.eqb Integer.equal m n;
          relation "N.ltb" natural N.ltb Integer.lt m n;
          relation "N.leb" natural N.leb Integer.leq m n));
  each integers (fun n ->
      unary "Z.opp" integer of_integer Z.opp Integer.neg n;
      unary "Z.abs" integer of_integer Z.abs Integer.abs n;
      unary "Z.sqrt_up" integer of_integer Z.sqrt_up Integer.sqrt_up n;
      unary "Z.to_pos" integer of_positive Z.to_pos Integer.to_positive n;
      same_shape "match on Z"
        (match integer n with
        | Z0 -> (0, Large.zero)
        | Zpos m -> (1, of_positive m)
        | Zneg m -> (-1, of_positive m))
        (Integer.match_integer (fun () -> (0, Large.zero)) (fun m -> (1, m)) (fun m -> (-1, m)) n);
      each integers (fun m ->
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
  Printf.printf "integers: Zarith and Coq agree on %d cases\n" !compared
