(* Reads a certificate, the JSON of docs/certificates.md. Its checksum is not checked: it tells of
   accidental damage, and every claim is checked anyway. *)

open Checker
module Z = Integer.Zarith

(* What the certificate says of the data it is about. *)
type subject = { hash : string; rows : Z.t; features : Z.t; scale : string; lift : q option }

exception Bad_input of string  (* not a certificate at all *)
exception Refused of string

let refuse reason = raise (Refused reason)
let missing () = refuse "a field is missing or not of its type"

let field name = function
  | Json.Object fields -> (
      match List.assoc_opt name fields with Some value -> value | None -> missing ())
  | _ -> missing ()

let optional name = function Json.Object fields -> List.assoc_opt name fields | _ -> missing ()
let text = function Json.Text text -> text | _ -> missing ()
let bool = function Json.Bool bool -> bool | _ -> missing ()
let list = function Json.List list -> list | _ -> missing ()

let count = function
  | Json.Integer n when Z.sign n >= 0 && Z.numbits n <= 64 -> n
  | _ -> refuse "a count is out of range"

let number json =
  try Exact.parse (text json) with Exact.Invalid reason -> refuse reason

let read_subject data =
  ignore (text (field "name" data));
  (match field "options" data with
  | Json.Object options -> List.iter (fun (_, value) -> ignore (text value)) options
  | _ -> missing ());
  { hash = text (field "hash" data);
    rows = count (field "rows" data);
    features = count (field "features" data);
    scale = text (field "scale" data);
    lift =
      (match optional "lift" data with
      | None | Some (Json.Text "") -> None
      | Some lift -> Some (number lift)) }

let read_objective claim with_offset =
  let loss =
    match text (field "loss" claim) with
    | "hinge" -> Hinge
    | "squared-hinge" -> SquaredHinge
    | "perceptron" -> Perceptron
    | "logistic" -> Logistic
    | _ -> refuse "its loss is not known"
  in
  let first, second =
    match list (field "class_weights" claim) with
    | [ first; second ] -> (number first, number second)
    | _ -> refuse "expected two class weights"
  in
  { row_loss = loss;
    l1 = number (field "l1" claim);
    l2 = number (field "l2" claim);
    penalised_offset = with_offset && bool (field "penalised_offset" claim);
    first_weight = first;
    second_weight = second }

let read_claim kind claim with_offset =
  let number_of name = number (field name claim) in
  match kind with
  | "separator" -> Separator
  | "inseparable" -> Inseparable
  | "margin" -> Margin (number_of "lower", number_of "upper")
  | "mistake-bound" -> MistakeBound (number_of "radius", number_of "bound")
  | "optimality" ->
      Optimality (read_objective claim with_offset, number_of "lower", number_of "upper")
  | _ -> refuse "its kind is not known"

(* What verify checks and the proved function knows nothing of. *)
let refuse_uncovered = function
  | "joint-separator" | "joint-margin" | "joint-inseparable" | "joint-optimality" ->
      refuse "not covered: claims about all classes together"
  | "list" -> refuse "not covered: lists of claims"
  | _ -> ()

let read_plane json with_offset =
  let place = ref Z.zero in
  let weight each =
    place := Z.succ !place;
    (!place, number each)
  in
  let weights = List.rev (List.rev_map weight (list (field "weights" json))) in
  let offset = if with_offset then number (field "offset" json) else { qnum = Z.zero; qden = Z.one } in
  if weights = [] && not with_offset then None else Some (weights, offset)

let read_points json =
  let row each =
    let row = count each in
    if Z.sign row = 0 then refuse "rows are counted from 1" else row
  in
  let rows = List.rev_map row (list (field "rows" json)) in
  let weights = List.rev_map number (list (field "weights" json)) in
  if List.compare_lengths rows weights <> 0 then refuse "the numbers of rows and of weights differ";
  List.rev_map2 (fun row weight -> (row, weight)) rows weights

let read content =
  let json =
    try Json.parse content with Json.Invalid reason -> raise (Bad_input ("no JSON: " ^ reason))
  in
  (match json with
  | Json.Object fields -> (
      match List.assoc_opt "certificate" fields with
      | Some (Json.Integer version) when Z.equal version Z.one -> ()
      | Some _ -> raise (Bad_input "a certificate of another version")
      | None -> raise (Bad_input "not a certificate"))
  | _ -> raise (Bad_input "not a certificate"));
  ignore (text (field "program" json));
  ignore (text (field "checksum" json));
  let kind = text (field "kind" json) in
  refuse_uncovered kind;
  let data = field "data" json in
  let subject = read_subject data in
  let with_offset = bool (field "offset" data) in
  let claimed = read_claim kind (field "claim" json) with_offset in
  let given_plane =
    Option.bind (optional "plane" json) (fun plane -> read_plane plane with_offset)
  in
  let points = match optional "points" json with Some json -> read_points json | None -> [] in
  (subject, { with_offset; claimed; given_plane; points })
