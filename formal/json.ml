(* JSON as certificates use it: numbers are integers, and no object has a field twice. *)

type t =
  | Null
  | Bool of bool
  | Integer of Z.t
  | Other_number
  | Text of string
  | List of t list
  | Object of (string * t) list

exception Invalid of string

(* Whether a text is UTF-8 (RFC 3629): no surrogates, and every character in as few bytes as can be. *)
let is_utf_8 text =
  let size = String.length text in
  let byte at = Char.code text.[at] in
  let follows at = at < size && byte at land 0xC0 = 0x80 in
  let rec from at =
    at >= size
    ||
    let first = byte at in
    if first < 0x80 then from (at + 1)
    else if first < 0xC2 || first > 0xF4 || not (follows (at + 1)) then false
    else if first < 0xE0 then from (at + 2)
    else if not (follows (at + 2)) then false
    else
      let second = byte (at + 1) in
      match first with
      | 0xE0 -> second >= 0xA0 && from (at + 3)
      | 0xED -> second < 0xA0 && from (at + 3)
      | _ when first < 0xF0 -> from (at + 3)
      | _ ->
          follows (at + 3)
          && (first > 0xF0 || second >= 0x90)
          && (first < 0xF4 || second < 0x90)
          && from (at + 4)
  in
  from 0

let parse text =
  let size = String.length text in
  if not (is_utf_8 text) then raise (Invalid "not UTF-8");
  (* Some editors begin a file with a mark of its encoding. *)
  let at = ref (if String.starts_with ~prefix:"\xEF\xBB\xBF" text then 3 else 0) in
  let fail what = raise (Invalid (Printf.sprintf "%s at byte %d" what !at)) in
  let peek () = if !at < size then text.[!at] else '\000' in
  let rec skip () =
    if !at < size then
      match text.[!at] with
      | ' ' | '\t' | '\n' | '\r' -> incr at; skip ()
      | _ -> ()
  in
  let expect letter =
    if !at < size && peek () = letter then incr at else fail "unexpected character"
  in
  let word name result =
    let n = String.length name in
    if !at + n <= size && String.sub text !at n = name then (at := !at + n; result)
    else fail "unexpected character"
  in
  let hex4 () =
    if !at + 4 > size then fail "unterminated string";
    let digits = String.sub text !at 4 in
    String.iter
      (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> () | _ -> fail "unknown escape")
      digits;
    at := !at + 4;
    int_of_string ("0x" ^ digits)
  in
  let escape buffer =
    let letter = peek () in
    incr at;
    match letter with
    | '"' | '\\' | '/' -> Buffer.add_char buffer letter
    | 'b' -> Buffer.add_char buffer '\b'
    | 'f' -> Buffer.add_char buffer '\012'
    | 'n' -> Buffer.add_char buffer '\n'
    | 'r' -> Buffer.add_char buffer '\r'
    | 't' -> Buffer.add_char buffer '\t'
    | 'u' ->
        let code = hex4 () in
        let whole =
          if code < 0xD800 || code > 0xDBFF then code
          else (expect '\\'; expect 'u';
                let low = hex4 () in
                if low < 0xDC00 || low > 0xDFFF then fail "unpaired surrogate";
                0x10000 + ((code - 0xD800) lsl 10) + (low - 0xDC00))
        in
        if Uchar.is_valid whole then Buffer.add_utf_8_uchar buffer (Uchar.of_int whole)
        else fail "unpaired surrogate"
    | _ -> fail "unknown escape"
  in
  let string () =
    expect '"';
    let buffer = Buffer.create 32 in
    let rec letters () =
      if !at >= size then fail "unterminated string";
      let letter = text.[!at] in
      incr at;
      match letter with
      | '"' -> ()
      | '\\' -> escape buffer; letters ()
      | '\000' .. '\031' -> fail "a control character in a text"
      | _ -> Buffer.add_char buffer letter; letters ()
    in
    letters ();
    Buffer.contents buffer
  in
  let number () =
    let start = !at in
    let digits () =
      let first = !at in
      while (match peek () with '0' .. '9' -> true | _ -> false) do incr at done;
      if !at = first then fail "a number without digits"
    in
    if peek () = '-' then incr at;
    if peek () = '0' then incr at else digits ();
    let last = !at in
    if peek () = '.' then (incr at; digits ());
    (match peek () with
    | 'e' | 'E' ->
        incr at;
        (match peek () with '+' | '-' -> incr at | _ -> ());
        digits ()
    | _ -> ());
    let written = String.sub text start (!at - start) in
    if !at = last && written <> "-0" then Integer (Z.of_string written)
    else if Float.abs (float_of_string written) = Float.infinity then fail "a number out of range"
    else Other_number
  in
  (* What is between brackets, the opening one read. *)
  let rec items closing read done_ =
    skip ();
    if peek () = closing && done_ = [] then (incr at; [])
    else
      let item = read () in
      skip ();
      if peek () = ',' then (incr at; items closing read (item :: done_))
      else (expect closing; List.rev (item :: done_))
  in
  let rec value () =
    skip ();
    match peek () with
    | '{' -> incr at; Object (distinct (items '}' field []))
    | '[' -> incr at; List (items ']' value [])
    | '"' -> Text (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number ()
  and field () =
    skip ();
    let name = string () in
    skip ();
    expect ':';
    (name, value ())
  and distinct fields =
    let names = List.sort_uniq compare (List.map fst fields) in
    if List.compare_lengths names fields <> 0 then fail "duplicate field";
    fields
  in
  let result = value () in
  skip ();
  if !at < size then fail "text after the end";
  result
