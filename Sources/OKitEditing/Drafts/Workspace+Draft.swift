import Bindings
import Definitions
import JSONDocument
package import OKitModels
import OKitStorage

extension Workspace {
  /// Returns the values that a person wants to edit, as text.
  ///
  /// The text is a list of several values; with `asList`, also of one. Throws the errors of ``EditSession`` for a path that leads to no stored value, and
  /// those of reading.
  package func draft(_ request: DraftRequest, asList: Bool = false) throws -> Draft {
    try planningEdit(command: "edit") { edit in
      let session = try EditSession(edit, model: request.model)
      var (targets, isList): ([Draft.Target], Bool) = ([], false)
      let text: String
      switch request.action {
      case .edit:
        let found = try DraftTargets(request.binding, session)
        (targets, isList) = (found.stored, asList || found.all.count != 1)
        text = found.text(asList: isList)
      case .add: text = try NewValueDraft(request.binding, session).text()
      }
      let isSecret = session.store.readDocuments.contains(where: \.opened.form.isEncrypted)
      return Draft(
        targets: targets, isList: isList, text: JSONWriter.escapingControls(Array(text.utf8)), isSecret: isSecret)
    }
  }

  /// Returns the draft of the same values as `former`, as they are now, and the request for them, which has the path of an entity that was moved.
  ///
  /// Throws the errors of ``draft(_:asList:)`` if they are gone, and an error of kind `busy` if it is not known which ones they are.
  package func draft(
    following former: Draft, _ request: DraftRequest
  ) throws -> (draft: Draft, request: DraftRequest) {
    guard !former.isList, let old = former.targets.first else {
      return (try draft(request, asList: former.isList), request)
    }
    let found = Result { () throws(any Error) in try draft(request) }
    if case .success(let draft) = found, draft.targets.count == 1, draft.targets[0].hasOwners(of: old) {
      return (draft, request)
    }
    guard let id = old.owners.last else {
      _ = try found.get()
      throw OKitError(.busy, "\(old.path) is another value now")
    }
    let moved = DraftRequest(
      try Binding(parsing: EntityPaths.path(ofID: id, in: old.model) + old.rest), model: request.model, request.action)
    do {
      let draft = try draft(moved)
      guard draft.targets.first?.hasOwners(of: old) == true else {
        throw OKitError(.busy, "the entity of the text, which was \(old.path), is in another place now")
      }
      return (draft, moved)
    } catch let error where DraftText.isCorrectable(error) {
      _ = try found.get()
      throw OKitError(.busy, "\(old.path) is another entity now, and the one of the text is gone")
    }
  }

  /// Stores the values of `text`, which a person made from `draft`. Values that are equal to those in the draft keep their bytes.
  ///
  /// `file` opens the files that the text names as attachments. With `isStrict`, a new reference to a missing entity is an error; with
  /// `syncsPartials`, an edit of a property that a stand-in and its partial share changes both.
  ///
  /// Throws ``DraftFaults`` if the person can correct the text, an error of kind `busy` if the values are no longer those of the draft, and the errors
  /// of ``edit(_:model:syncsPartials:isStrict:references:_:)``. In each case nothing is changed.
  package func store(
    _ text: [UInt8], of draft: Draft, _ request: DraftRequest, syncsPartials: Bool = true, isStrict: Bool = false,
    file: @escaping (String) throws -> AttachmentContent
  ) throws -> EditOutcome {
    let source = try DraftText(text, isSecret: draft.isSecret)
    do {
      return try edit(
        request.isAddition ? "add" : "edit", model: request.model, syncsPartials: syncsPartials, isStrict: isStrict
      ) { session in
        var edits = try DraftEdits(session, draft, source, file: file)
        switch request.action {
        case .edit: try edits.edit(request.binding)
        case .add(let placement): try edits.add(request.binding, at: placement)
        }
      }
    } catch let violations as RuleViolations {
      throw source.faults(
        violations.findings.map { (source.offset(ofPath: $0.path, in: draft), RuleViolations(findings: [$0])) })
    } catch let error where DraftText.isCorrectable(error) {
      // The error of the result as a whole, such as a reference to a removed entity.
      throw source.faults([(0, error)])
    }
  }
}
