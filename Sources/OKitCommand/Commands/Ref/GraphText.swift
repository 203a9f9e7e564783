import CommandKit
import OKitModels
import OKitStorage

/// A graph in the languages of programs that draw.
struct GraphText {
  private let graph: ReferenceGraph

  init(_ graph: ReferenceGraph) {
    self.graph = graph
  }

  /// The DOT language of Graphviz.
  func dot() -> String {
    var text = "digraph okit {\n  rankdir=LR;\n  node [shape=box];\n"
    for (number, node) in graph.nodes.enumerated() {
      text += "  n\(number) [label=\"\(Self.dotEscaped(node.className))\\n\(Self.dotEscaped(node.name))\"];\n"
    }
    for edge in graph.edges {
      text += "  n\(edge.source) -> n\(edge.target) [label=\"\(Self.dotEscaped(label(edge)))\"];\n"
    }
    return text + "}\n"
  }

  /// A flowchart of Mermaid.
  func mermaid() -> String {
    var text = "flowchart LR\n"
    for (number, node) in graph.nodes.enumerated() {
      text += "  n\(number)[\"\(Self.mermaidEscaped(node.className))<br>\(Self.mermaidEscaped(node.name))\"]\n"
    }
    for edge in graph.edges {
      text += "  n\(edge.source) -->|\"\(Self.mermaidEscaped(label(edge)))\"| n\(edge.target)\n"
    }
    return text
  }

  private func label(_ edge: ReferenceGraph.Edge) -> String {
    edge.count == 1 ? edge.property : "\(edge.property) ×\(edge.count)"
  }

  /// Without characters that would control the terminal, or the page, that shows it: white space is a space, any other is shown as an escape.
  private static func readable(_ text: String) -> String {
    let spaces: [Unicode.Scalar] = ["\t", "\n", "\r"]
    let line = text.unicodeScalars.map { spaces.contains($0) ? " " : $0 }
    return Console.printable(String(String.UnicodeScalarView(line)))
  }

  private static func dotEscaped(_ text: String) -> String {
    var escaped = ""
    for scalar in readable(text).unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Mermaid writes characters that are syntax as entities of HTML, by number.
  private static func mermaidEscaped(_ text: String) -> String {
    var escaped = ""
    for scalar in readable(text).unicodeScalars {
      switch scalar {
      case "\"", "#", "&", "<", ">", "`", "|", "[", "]", "{", "}", "(", ")", "\\", ";": escaped += "#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
