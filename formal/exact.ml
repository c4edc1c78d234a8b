(* Numbers as texts, each standing for exactly one rational number: integers, fractions p/q, and
   hexadecimal floats as the %a of C prints doubles. *)

open Checker
module Z = Integer.Zarith

exception Invalid of string

let fail text = raise (Invalid (Printf.sprintf "%S is not a number" text))

let all_digits text = text <> "" && String.for_all (function '0' .. '9' -> true | _ -> false) text

let integer whole text =
  let digits =
    if String.length text > 0 && text.[0] = '-' then String.sub text 1 (String.length text - 1)
    else text
  in
  if all_digits digits then Z.of_string text else fail whole

(* numerator.2^exponent *)
let dyadic numerator exponent =
  if exponent >= 0 then { qnum = Z.shift_left numerator exponent; qden = Z.one }
  else
    (* The lowest terms keep common denominators small. *)
    let zeros =
      if Z.sign numerator = 0 then -exponent else min (Z.trailing_zeros numerator) (-exponent)
    in
    { qnum = Z.shift_right numerator zeros; qden = Z.shift_left Z.one (-exponent - zeros) }

(* [-]0xH[.HHH]p±E, in the one spelling that %a gives a double. *)
let hexadecimal text =
  let negative = text.[0] = '-' in
  let start = if negative then 1 else 0 in
  let p = match String.index_opt text 'p' with Some p -> p | None -> fail text in
  if p < start + 3 || String.sub text start 2 <> "0x" || p + 2 >= String.length text then fail text;
  let lead = text.[start + 2] in
  let fraction =
    if p = start + 3 then ""
    else if text.[start + 3] = '.' then String.sub text (start + 4) (p - start - 4)
    else fail text
  in
  let digits = String.sub text (p + 2) (String.length text - p - 2) in
  if not (all_digits digits) || String.length digits > 4 then fail text;
  if String.length digits > 1 && digits.[0] = '0' then fail text;
  let exponent =
    match text.[p + 1] with
    | '+' -> int_of_string digits
    | '-' when digits <> "0" -> -int_of_string digits
    | _ -> fail text
  in
  let n = String.length fraction in
  let hex = String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) fraction in
  if not hex || n > 13 || (n > 0 && fraction.[n - 1] = '0') || (p > start + 3 && n = 0) then
    fail text;
  (match lead with
  | '1' -> if exponent < -1022 || exponent > 1023 then fail text
  | '0' -> if n = 0 || exponent <> -1022 then fail text
  | _ -> fail text);
  let mantissa = Z.of_string ("0x" ^ String.make 1 lead ^ fraction) in
  dyadic (if negative then Z.neg mantissa else mantissa) (exponent - (4 * n))

let parse text =
  let n = String.length text in
  if n = 0 then fail text
  else if n > 2 && String.contains text 'x' then hexadecimal text
  else
    match String.index_opt text '/' with
    | None -> { qnum = integer text text; qden = Z.one }
    | Some slash ->
        let p = integer text (String.sub text 0 slash) in
        let q = integer text (String.sub text (slash + 1) (n - slash - 1)) in
        if Z.sign q = 0 then fail text
        else
          let divisor = Z.gcd p q in
          let divisor = if Z.sign q < 0 then Z.neg divisor else divisor in
          { qnum = Z.divexact p divisor; qden = Z.divexact q divisor }

(* A decimal number of at most [digits] digits: the nearest one that is not above q, or that is not
   below. *)
type direction = Not_above | Not_below

let digits = 17

let decimal direction q =
  let power n = Z.pow (Z.of_int 10) n in
  (* Whether 10^e <= |q|. *)
  let reaches e =
    let size = Z.abs q.qnum in
    if e >= 0 then Z.leq (Z.mul (power e) q.qden) size else Z.leq q.qden (Z.mul (power (-e)) size)
  in
  let rec lead e =
    if reaches (e + 1) then lead (e + 1) else if reaches e then e else lead (e - 1)
  in
  if Z.sign q.qnum = 0 then "0"
  else
    let lead = lead (String.length (Z.to_string q.qnum) - String.length (Z.to_string q.qden)) in
    let shift = digits - 1 - lead in
    let up, down = if shift >= 0 then (power shift, Z.one) else (Z.one, power (-shift)) in
    let divide = match direction with Not_above -> Z.fdiv | Not_below -> Z.cdiv in
    let rounded = divide (Z.mul q.qnum up) (Z.mul q.qden down) in
    let rec strip z shift =
      let quotient, rest = Z.div_rem z (Z.of_int 10) in
      if Z.sign rest = 0 then strip quotient (shift - 1) else (z, shift)
    in
    let kept, shift = strip rounded shift in
    let sign = if Z.sign kept < 0 then "-" else "" in
    let text = Z.to_string (Z.abs kept) in
    let n = String.length text in
    if shift <= 0 && n - shift <= digits then sign ^ text ^ String.make (-shift) '0'
    else if shift > 0 && shift < n then
      sign ^ String.sub text 0 (n - shift) ^ "." ^ String.sub text (n - shift) shift
    else if shift > 0 && shift < n + 5 then sign ^ "0." ^ String.make (shift - n) '0' ^ text
    else
      let fraction = if n = 1 then "" else "." ^ String.sub text 1 (n - 1) in
      Printf.sprintf "%s%c%se%d" sign text.[0] fraction (n - 1 - shift)

let equal a b = Z.equal (Z.mul a.qnum b.qden) (Z.mul b.qnum a.qden)
