// Files that are recognised but not read: those of other programs, and text in other encodings.
#pragma once

#include <string>
#include <string_view>

namespace perceptron::core {

// Throws an Error that says what the file `name` is, and how to convert it, if its first bytes are
// those of a known kind.
void refuse_foreign_file(std::string_view start, const std::string& name);

// The command that converts a file: `pattern` with the name of the file for {file}, and for {utf8},
// {lines}, {rows} and so on a name like it, which the command may write.
std::string command_for(std::string_view pattern, const std::string& name);

}  // namespace perceptron::core
