(* The integers of Zarith under the names that the extracted checker uses. Each function is what
   the definition of Coq says; the trust in this file is that it is. *)

(* For files that open the checker, which has a module Z of its own. *)
module Zarith = Z

type t = Z.t

let zero = Z.zero
let one = Z.one
let same p = p
let odd p = Z.succ (Z.shift_left p 1)
let even p = Z.shift_left p 1

let match_positive odd even one p =
  if Z.equal p Z.one then one ()
  else
    let half = Z.shift_right p 1 in
    if Z.is_odd p then odd half else even half

let match_natural zero positive n = if Z.sign n = 0 then zero () else positive n

let match_integer zero positive negative z =
  let sign = Z.sign z in
  if sign = 0 then zero () else if sign > 0 then positive z else negative (Z.neg z)

let succ = Z.succ
let add = Z.add
let sub = Z.sub
let neg = Z.neg
let mul = Z.mul
let abs = Z.abs
let max = Z.max
let min = Z.min
let lcm = Z.lcm
let equal = Z.equal
let lt = Z.lt
let leq = Z.leq

(* Rounds towards minus infinity; in Coq x / 0 = 0. *)
let div x y = if Z.sign y = 0 then Z.zero else Z.fdiv x y

(* The square root rounded up; in Coq that of a negative number is 0. *)
let sqrt_up x =
  if Z.sign x <= 0 then Z.zero
  else
    let root, rest = Z.sqrt_rem x in
    if Z.sign rest = 0 then root else Z.succ root

(* 1 for what is not positive. *)
let to_positive = Z.max Z.one
