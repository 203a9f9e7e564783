import CommandKit
import JSONDocument
import OKitModels

struct RefGraphCommand: Command {
  enum Format: String, CaseIterable, ArgumentValue {
    case dot, mermaid, json
  }

  static let configuration = CommandConfiguration(
    "graph",
    abstract: "Print the references as a graph.",
    discussion: """
      The nodes are entities, with class and name. If there are more than \(ReferenceGraph.readableCount), the nodes \
      are classes, with the number of references between them; --entities and --classes override this.
      """,
    examples: [
      Example("okit ref graph | dot -Tsvg >references.svg", "draw a picture with Graphviz"),
      Example("okit ref graph --format mermaid default", "print the graph for a page that shows Mermaid"),
    ])

  @Argument(help: "Only references in these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @Option(.long, help: "The format; by default dot, or json with --json.", valueName: "format")
  var format: Format?
  @Flag(.long, help: "Always show entities.")
  var entities: Bool
  @Flag(.long, help: "Always show classes.")
  var classes: Bool
  @OptionGroup var past: PastOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let format, format != .json, global.json {
      throw UsageError("--json and --format \(format.rawValue) cannot be used together", showsUsage: true)
    }
    if entities && classes { throw UsageError("--entities and --classes cannot be used together", showsUsage: true) }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, past)
    let listing = try References(workspace)
      .list(models.uniqueModelNames())
    listing.warnOfUnread(session)
    let graph = ReferenceGraph(listing.references, isSummary: entities ? false : classes ? true : nil)
    switch format ?? (console.json ? .json : .dot) {
    case .dot: try console.standardOutput.write(GraphText(graph).dot())
    case .mermaid: try console.standardOutput.write(GraphText(graph).mermaid())
    case .json: try writeJSON(graph, console)
    }
  }

  private func writeJSON(_ graph: ReferenceGraph, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.member("summary", graph.isSummary)
      writer.array("nodes") { writer in
        for node in graph.nodes {
          writer.object { writer in
            writer.member("id", node.id)
            writer.member("class", node.className)
            writer.member(graph.isSummary ? "count" : "name", graph.isSummary ? Int(node.name) : node.name)
            writer.member("path", node.path)
          }
        }
      }
      writer.array("edges") { writer in
        for edge in graph.edges {
          writer.object { writer in
            writer.member("from", graph.nodes[edge.source].key)
            writer.member("to", graph.nodes[edge.target].key)
            writer.member("property", edge.property)
            writer.member("count", edge.count)
          }
        }
      }
    }
  }
}
