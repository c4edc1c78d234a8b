(* Reads a certificate, the JSON of docs/certificates.md. Its checksum is not checked: it detects
   accidental damage, and every claim is checked anyway. *)

open Checker
module Z = Integer.Zarith

(* What the certificate says of the data it is about. *)
type subject = { hash : string; rows : Z.t; features : Z.t; scale : string; lift : q option }

exception Bad_input of string  (* not a certificate at all *)
exception Refused of string

let refuse reason = raise (Refused reason)
let expected what = refuse (Printf.sprintf "expected %s" what)

let optional name = function
  | Json.Object fields -> List.assoc_opt name fields
  | _ -> expected (Printf.sprintf "an object with the field %S" name)

let field name json =
  match optional name json with
  | Some value -> value
  | None -> refuse (Printf.sprintf "the field %S is missing" name)

let as_text name = function Json.Text text -> text | _ -> expected (name ^ " to be a text")

(* The field of that name, which must be of a type. *)
let text name json = as_text name (field name json)

let bool name json =
  match field name json with Json.Bool bool -> bool | _ -> expected (name ^ " to be true or false")

let list name json =
  match field name json with Json.List list -> list | _ -> expected (name ^ " to be a list")

let as_count name = function
  | Json.Integer n when Z.sign n >= 0 && Z.numbits n <= 64 -> n
  | _ -> expected (name ^ " to be a count")

let count name json = as_count name (field name json)

let as_number name json =
  try Exact.parse (as_text name json) with Exact.Invalid reason -> refuse reason

let number name json = as_number name (field name json)

let read_subject data =
  ignore (text "name" data);
  (match field "options" data with
  | Json.Object options -> List.iter (fun (_, value) -> ignore (as_text "an option" value)) options
  | _ -> expected "options to be an object");
  { hash = text "hash" data;
    rows = count "rows" data;
    features = count "features" data;
    scale = text "scale" data;
    lift =
      (match optional "lift" data with
      | None | Some (Json.Text "") -> None
      | Some _ -> Some (number "lift" data)) }

let read_objective claim with_offset =
  let loss =
    match text "loss" claim with
    | "hinge" -> Hinge
    | "squared-hinge" -> SquaredHinge
    | "perceptron" -> Perceptron
    | "logistic" -> Logistic
    | other -> refuse (Printf.sprintf "the loss %S is not known" other)
  in
  let first, second =
    match list "class_weights" claim with
    | [ first; second ] -> (as_number "a class weight" first, as_number "a class weight" second)
    | _ -> expected "two class weights"
  in
  { row_loss = loss;
    l1 = number "l1" claim;
    l2 = number "l2" claim;
    penalised_offset = with_offset && bool "penalised_offset" claim;
    first_weight = first;
    second_weight = second }

let read_claim kind claim with_offset =
  let number_of name = number name claim in
  match kind with
  | "separator" -> Separator
  | "inseparable" -> Inseparable
  | "margin" -> Margin (number_of "lower", number_of "upper")
  | "mistake-bound" -> MistakeBound (number_of "radius", number_of "bound")
  | "optimality" ->
      Optimality (read_objective claim with_offset, number_of "lower", number_of "upper")
  | _ -> refuse (Printf.sprintf "claims of the kind %S are not known" kind)

(* What verify checks and the proved function knows nothing of. *)
let refuse_uncovered = function
  | "joint-separator" | "joint-margin" | "joint-inseparable" | "joint-optimality" ->
      refuse "not covered: claims about all classes together"
  | "answers" -> refuse "not covered: claims about every exact minimiser"
  | "list" -> refuse "not covered: lists of claims"
  | "separation" -> refuse "not covered: claims about separation and infinite coefficients"
  | _ -> ()

let read_plane json with_offset =
  let place = ref Z.zero in
  let weight each =
    place := Z.succ !place;
    (!place, as_number "a weight" each)
  in
  let weights = List.rev (List.rev_map weight (list "weights" json)) in
  let zero = { qnum = Z.zero; qden = Z.one } in
  let offset = if with_offset then number "offset" json else zero in
  if weights = [] && not with_offset then None else Some (weights, offset)

let read_points json =
  let row each =
    let row = as_count "a row" each in
    if Z.sign row = 0 then refuse "rows are counted from 1" else row
  in
  let rows = List.rev_map row (list "rows" json) in
  let weights = List.rev_map (as_number "a weight") (list "weights" json) in
  if List.compare_lengths rows weights <> 0 then refuse "the numbers of rows and of weights differ";
  List.rev_map2 (fun row weight -> (row, weight)) rows weights

let read content =
  let json =
    try Json.parse content with Json.Invalid reason -> 
      raise
        (Bad_input
           ("not JSON, as certificates are (compressed ones and models are not read): " ^ reason))
  in
  (match json with
  | Json.Object fields -> (
      match List.assoc_opt "certificate" fields with
      | Some (Json.Integer version) when Z.equal version Z.one -> ()
      | Some _ -> raise (Bad_input "a certificate of another version")
      | None -> raise (Bad_input "not a certificate"))
  | _ -> raise (Bad_input "not a certificate"));
  ignore (text "program" json);
  ignore (text "checksum" json);
  let kind = text "kind" json in
  refuse_uncovered kind;
  let data = field "data" json in
  let subject = read_subject data in
  let with_offset = bool "offset" data in
  let claimed = read_claim kind (field "claim" json) with_offset in
  let given_plane =
    Option.bind (optional "plane" json) (fun plane -> read_plane plane with_offset)
  in
  let points = match optional "points" json with Some json -> read_points json | None -> [] in
  (subject, { with_offset; claimed; given_plane; points })
