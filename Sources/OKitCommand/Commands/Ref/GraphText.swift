import CommandKit
import OKitModels
import OKitStorage

/// Writes a graph in the languages of Graphviz and Mermaid.
struct GraphText {
  private let graph: ReferenceGraph

  init(_ graph: ReferenceGraph) {
    self.graph = graph
  }

  /// Returns the graph in the DOT language of Graphviz.
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

  /// Returns the graph as a Mermaid flowchart.
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

  /// Returns one line without control characters: white space becomes a space, any other control character an escape.
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

  /// Escapes Mermaid's syntax characters as numeric HTML entities.
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
