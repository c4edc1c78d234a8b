(* Reads data as `perceptron convert --exact` writes it:

     perceptron-exact 1
     hash 28c8...             fingerprint of the data as read, before scaling and lifting
     scale none               what was applied to the values below
     lift 1                   only if a constant was appended to each row
     rows 3
     features 2
     classes 2
     class 1 "no"             names, for people; not read
     class 2 "yes"
     1 1 1:3 2:-0x1.8p-1      class, weight, then feature:value in increasing order of features
     2 1 2:5
     1 1

   Numbers are those of certificates. *)

open Checker
module Z = Integer.Zarith

type t = { hash : string; scale : string; lift : q option; classes : int; data : dataset }

exception Bad_input of string

let read content =
  let size = String.length content in
  let line = ref 0 in
  let at = ref 0 in
  let fail what = raise (Bad_input (Printf.sprintf "line %d: %s" !line what)) in
  (* A line without an end may be part of one: 1:12 cut off is 1:1. *)
  let next_line () =
    incr line;
    if !at >= size then None
    else
      match String.index_from_opt content !at '\n' with
      | None -> fail "the file is cut off: this line has no end"
      | Some stop ->
          let start = !at in
          at := stop + 1;
          Some (String.sub content start (stop - start))
  in
  let number text =
    try Exact.parse text with Exact.Invalid reason -> fail reason
  in
  let natural text = if Exact.all_digits text then Z.of_string text else fail "expected a count" in
  let header name =
    match Option.map (String.split_on_char ' ') (next_line ()) with
    | Some [ found; value ] when found = name -> value
    | _ -> fail (Printf.sprintf "expected %S and a value" name)
  in
  if next_line () <> Some "perceptron-exact 1" then
    fail "expected \"perceptron-exact 1\", as `perceptron convert --exact --certificate` writes it";
  let hash = header "hash" in
  let scale = header "scale" in
  let before = !at in
  let lift =
    match Option.map (String.split_on_char ' ') (next_line ()) with
    | Some [ "lift"; value ] -> Some (number value)
    | _ -> at := before; decr line; None
  in
  let rows = natural (header "rows") in
  let features = natural (header "features") in
  let classes =
    match Z.to_int (natural (header "classes")) with
    | classes -> classes
    | exception Z.Overflow -> fail "too many classes"
  in
  for number = 1 to classes do
    match next_line () with
    | Some text when String.starts_with ~prefix:(Printf.sprintf "class %d " number) text -> ()
    | _ -> fail (Printf.sprintf "expected \"class %d\" and its name" number)
  done;
  let entry text =
    match String.index_opt text ':' with
    | None -> fail "expected feature:value"
    | Some colon ->
        let feature = natural (String.sub text 0 colon) in
        if Z.sign feature = 0 then fail "features are counted from 1";
        (feature, number (String.sub text (colon + 1) (String.length text - colon - 1)))
  in
  let row text =
    match String.split_on_char ' ' text with
    | number_of_class :: weight :: entries ->
        let place = natural number_of_class in
        if Z.sign place = 0 || Z.gt place (Z.of_int classes) then fail "no such class";
        { in_second_class = Z.equal place (Z.of_int 2); weight = number weight;
          values = List.rev (List.rev_map entry entries) }
    | _ -> fail "expected a class, a weight and values"
  in
  let rec all done_ =
    match next_line () with None -> List.rev done_ | Some text -> all (row text :: done_)
  in
  let rows_read = all [] in
  if not (Z.equal (Z.of_int (List.length rows_read)) rows) then
    raise
      (Bad_input
         (Printf.sprintf "found %d rows, but the header says %s" (List.length rows_read)
            (Z.to_string rows)));
  { hash; scale; lift; classes; data = { dimension = features; rows = rows_read } }
