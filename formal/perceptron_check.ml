(* perceptron-check CERTIFICATE DATA

   Reads the two files and gives them to the checker that is proved correct. What is outside of the
   proof is here and in the files that this one uses: reading, and comparing what certificate and
   data say about each other. *)

type verdict = Accepted of string | Refused of string | Bad_input of string

(* Bounds are rounded outwards, so that what is printed follows from what was proved. *)
let at_least = Exact.decimal Not_above
let at_most = Exact.decimal Not_below

let loss = function
  | Checker.Hinge -> "hinge"
  | Checker.SquaredHinge -> "squared hinge"
  | Checker.Perceptron -> "perceptron"
  | Checker.Logistic -> "logistic"

(* Of a double, the shortest decimal number that it is the nearest one to. *)
let exactly (q : Checker.q) =
  let q = Q.make q.qnum q.qden in
  let near = Q.to_float q in
  let short = Printf.sprintf "%.15g" near in
  if not (Q.equal (Q.of_float near) q) then Q.to_string q
  else if float_of_string short = near then short
  else Printf.sprintf "%.17g" near

let objective (c : Checker.certificate) (o : Checker.objective) =
  let offset =
    if not c.with_offset then "no" else if o.penalised_offset then "penalised" else "free"
  in
  Printf.sprintf "%s loss, l1 %s, l2 %s, class weights %s and %s, %s offset" (loss o.row_loss)
    (exactly o.l1) (exactly o.l2) (exactly o.first_weight) (exactly o.second_weight) offset

let words (c : Checker.certificate) =
  let plane = if c.with_offset then "plane" else "plane through the origin" in
  match (c.claimed, c.given_plane) with
  | Checker.Separator, _ -> Printf.sprintf "the given %s separates the classes" plane
  | Checker.Margin (lower, upper), _ ->
      Printf.sprintf "the given %s has a margin of at least %s, and none has more than %s" plane
        (at_least lower) (at_most upper)
  | Checker.Inseparable, None -> Printf.sprintf "no %s separates the classes" plane
  | Checker.Inseparable, Some _ ->
      Printf.sprintf
        "no %s separates the classes; they only touch: the given one has no row on the wrong side"
        plane
  | Checker.MistakeBound (radius, bound), _ ->
      Printf.sprintf
        "a perceptron with%s offset that starts at zero makes at most %s mistakes, in any order; \
         no row is longer than %s"
        (if c.with_offset then " an" else "out") (at_most bound) (at_most radius)
  | Checker.Optimality (o, lower, upper), _ ->
      Printf.sprintf
        "the objective of the given %s is at most %s, that of every one at least %s (%s)" plane
        (at_most upper) (at_least lower) (objective c o)

let about (file : Data_file.t) =
  let lift = match file.lift with None -> "" | Some lift -> ", lifted by " ^ exactly lift in
  let scale = if file.scale = "none" then "" else ", scaled: " ^ String.escaped file.scale in
  Printf.sprintf "%d rows, %s features%s%s" (List.length file.data.rows)
    (Integer.Zarith.to_string file.data.dimension) scale lift

let is_about (subject : Certificate_file.subject) (file : Data_file.t) =
  let lifted = match subject.lift with None -> Z.zero | Some _ -> Z.one in
  subject.hash = file.hash && subject.scale = file.scale
  && Option.equal Exact.equal subject.lift file.lift
  && Z.equal subject.rows (Z.of_int (List.length file.data.rows))
  && Z.equal (Z.add subject.features lifted) file.data.dimension

let unproved (c : Checker.certificate) =
  "the proof does not prove the claim"
  ^
  match c.claimed with
  | Checker.Optimality ({ row_loss = Checker.Logistic; _ }, _, _) ->
      ", with logarithms rounded to about 80 bits"
  | _ -> ""

let verdict certificate data =
  try
    let subject, certificate = Certificate_file.read certificate in
    let file = Data_file.read data in
    if file.classes <> 2 then Refused "the data does not have two classes"
    else if not (is_about subject file) then
      Refused "the data is not the data it is about (hash, scale, lift, rows or features differ)"
    else if Checker.check file.data certificate then
      Accepted (Printf.sprintf "%s; %s" (about file) (words certificate))
    else Refused (unproved certificate)
  with
  | Certificate_file.Refused reason -> Refused reason
  | Certificate_file.Bad_input reason -> Bad_input ("certificate: " ^ reason)
  | Data_file.Bad_input reason -> Bad_input ("data: " ^ reason)
  | Stack_overflow | Out_of_memory -> Bad_input "too large for this program"

let line = function
  | Accepted words -> "accepted: " ^ words
  | Refused reason -> "refused: " ^ reason
  | Bad_input reason -> "bad input: " ^ reason

let stop status reason =
  prerr_endline ("perceptron-check: error: " ^ reason);
  exit status

(* Without asking for the size, which pipes do not have. *)
let content path =
  match open_in_bin path with
  | exception Sys_error reason -> stop 4 reason
  | channel -> (
      let buffer = Buffer.create 65536 in
      try
        while true do Buffer.add_channel buffer channel 65536 done;
        assert false
      with
      | End_of_file -> close_in_noerr channel; Buffer.contents buffer
      | Sys_error reason -> stop 4 (Printf.sprintf "%s: %s" path reason))

(* Closed, so that it is not flushed again at exit, which would fail again. *)
let print text =
  try print_endline text
  with Sys_error reason ->
    close_out_noerr stdout;
    stop 4 ("cannot write standard output: " ^ reason)

(* Cases one after the other on standard input, each as the sizes of certificate and data on a line,
   then their bytes; a line of output for each. *)
let batch () =
  set_binary_mode_in stdin true;
  let case sizes =
    try
      Scanf.sscanf sizes "%d %d%!" (fun first second ->
          let certificate = really_input_string stdin first in
          (certificate, really_input_string stdin second))
    with End_of_file | Scanf.Scan_failure _ | Failure _ | Invalid_argument _ ->
      stop 3 "expected a line with the sizes of a certificate and its data, then both"
  in
  let rec cases () =
    match input_line stdin with
    | exception End_of_file -> ()
    | sizes ->
        let certificate, data = case sizes in
        print (line (verdict certificate data));
        cases ()
  in
  cases ()

let usage =
  "usage: perceptron-check CERTIFICATE DATA\n\
   Checks a certificate of perceptron against data written by\n\
   `perceptron convert DATA --exact --certificate CERTIFICATE -o FILE`.\n\
   Exit status: 0 accepted, 1 refused, 2 wrong usage, 3 bad input, 4 cannot read or write.\n\
   perceptron-check --batch reads many cases from standard input."

let () =
  match Sys.argv with
  | [| _; "--help" |] -> print usage
  | [| _; "--batch" |] -> batch ()
  | [| _; certificate; data |] -> (
      let result = verdict (content certificate) (content data) in
      print (line result);
      match result with Accepted _ -> exit 0 | Refused _ -> exit 1 | Bad_input _ -> exit 3)
  | _ -> prerr_endline usage; exit 2
