// Prints the name of a book of a model, as a program does that knows its way: get FILE INDEX.
#include <simdjson.h>

#include <cstdlib>
#include <iostream>

int main(int count, char **arguments) {
  if (count != 3) return 64;
  try {
    simdjson::dom::parser parser;
    simdjson::dom::element model = parser.load(arguments[1]);
    std::string_view name = model["books"].at(std::strtoul(arguments[2], nullptr, 10))["name"];
    std::cout << name << '\n';
  } catch (const simdjson::simdjson_error &error) {
    std::cerr << error.what() << '\n';
    return 65;
  }
}
