import Definitions
import OKitModels

/// The tables that show the models of a workspace to SQL: one for each class of entities, one for each array of references, one for each
/// enumeration, and one for all attachments.
package struct RelationalSchema {
  /// The tables. Those of classes come first, sorted by name.
  package let tables: [RelationalTable]
  let classes: EntityClasses
  /// The classes of models' roots, and the classes that they lead to.
  let reachable: ClassReachability

  init(_ classes: EntityClasses, roots: [String]) {
    self.classes = classes
    reachable = ClassReachability(from: roots, in: classes.definitions)
    var builder = TableBuilder(classes.definitions)
    let names = reachable.classNames
    for name in names where classes.definitions.classes[name]?.role.isRow == true { builder.add(class: name) }
    if names.contains(where: { classes.definitions.classes[$0]?.role.isAttachment == true }) {
      builder.addAttachments()
    }
    builder.addLinksAndCases()
    tables = builder.tables
  }

  /// Returns the number of the table of a class's entities; nil if there is none.
  func tableNumber(ofClass name: String) -> Int? {
    tables.firstIndex { if case .entities(name) = $0.content { true } else { false } }
  }
}

extension ClassDefinition.Role {
  /// True for the objects that are rows: the roots of models, entities and the stand-ins of partials.
  var isRow: Bool {
    switch self {
    case .model, .entity, .partial: true
    default: false
    }
  }
}

extension PropertyType {
  /// The class of the objects in the type, in any depth of arrays and dictionaries; nil if there is none.
  var innermostClass: String? {
    switch self {
    case .object(let name): name
    case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner): inner.innermostClass
    default: nil
    }
  }
}
