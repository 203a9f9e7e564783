import Bindings
import JSONDocument
package import OKitModels
import OKitStorage

extension Workspace {
  /// Opens the file of an attachment by its path as a person typed it.
  package typealias AttachmentSource = (String) throws -> AttachmentContent

  /// Returns what a person sees of a form after `answers`, and stores nothing.
  ///
  /// An answer that is no value of its field is a fault of the field. Answers of fields that are hidden or not enabled are ignored.
  ///
  /// - Parameters:
  ///   - isEnd: True to make all checks, as before the values are stored; false for those that are made while a person fills in the form.
  ///   - file: Opens the files that the answers name.
  ///
  /// Throws the errors of ``EditSession`` for a path without an entity, of ``OKitModels/FormFiles`` and of evaluating bindings and rules.
  package func state(
    of request: FormRequest, _ answers: FormAnswers, isEnd: Bool, file: @escaping AttachmentSource
  ) throws -> FormState {
    try resolved(request, answers, isEnd: isEnd, file: file).state
  }

  /// Stores the answers to a form in one step, all or none.
  ///
  /// Answers of fields that are hidden or not enabled are not stored. `stored` contains the former values of the fields; with it, a value that another
  /// program changed meanwhile is an error of kind `busy`.
  ///
  /// Throws ``FormFaults`` if an answer is not valid, and the errors of ``edit(_:model:syncsPartials:isStrict:references:_:)``. In each case nothing is
  /// changed.
  package func store(
    _ request: FormRequest, _ answers: FormAnswers, replacing stored: [Draft.Target]? = nil,
    syncsPartials: Bool = true, isStrict: Bool = false, file: @escaping AttachmentSource
  ) throws -> (outcome: EditOutcome, state: FormState) {
    let (state, accepted) = try resolved(request, answers, isEnd: true, file: file)
    guard state.isValid else {
      let ofFields = state.visibleFields.flatMap { field in
        field.faults.map { (field: field.name as String?, message: $0) }
      }
      throw FormFaults(faults: ofFields + state.faults.map { (nil, $0) })
    }
    let isAddition = request.target.isAddition
    let outcome = try edit(
      isAddition ? "add" : "edit", model: request.target.model, syncsPartials: syncsPartials, isStrict: isStrict
    ) { session in
      let entry = try FormEntry(request, session, file: file)
      if let stored, !isAddition, let changed = Self.change(from: stored, to: entry.stored) {
        throw OKitError(.busy, "\(PathComponent.printable(changed)) changed while the form was filled in")
      }
      do {
        try entry.apply(accepted, isAddition: isAddition)
      } catch let refused as FormEntry.Refused {
        throw refused.error
      }
    }
    return (outcome, state)
  }

  /// Returns the path of the first value that differs; nil if all are equal.
  private static func change(from old: [Draft.Target], to new: [Draft.Target]) -> String? {
    if let pair = zip(old, new).first(where: { $0 != $1 }) { return pair.1.path }
    return old.count == new.count ? nil : (old + new).last?.path
  }

  /// Returns the state of a form, and the answers without those that cannot be stored.
  private func resolved(
    _ request: FormRequest, _ answers: FormAnswers, isEnd: Bool, file: @escaping AttachmentSource
  ) throws -> (state: FormState, accepted: FormAnswers) {
    var accepted = answers
    var refused: [ExactText: String] = [:]
    var ignored: [String] = []
    // Each round ends, or has fewer answers. A round that fails can have changed documents in memory, so the next one reads them again.
    while true {
      do {
        return try planningEdit(command: "edit") { edit in
          let session = try EditSession(edit, model: request.target.model)
          let entry = try FormEntry(request, session, file: file)
          try entry.apply(accepted, isAddition: request.target.isAddition)
          let evaluation = FormEvaluation(entry, request, accepted, isEnd: isEnd)
          return (try evaluation.state(refused: refused, ignored: ignored), accepted)
        }
      } catch let answer as FormEntry.Refused {
        refused[ExactText(answer.field)] = answer.message
        accepted[answer.field] = nil
      } catch let unavailable as FormEvaluation.Ignored {
        ignored += unavailable.fields
        for name in unavailable.fields { accepted[name] = nil }
      }
    }
  }
}

extension FormEntry.Refused {
  /// The reason for people.
  fileprivate var message: String {
    switch error {
    case let error as OKitError: error.message
    default: "\(error)"
    }
  }
}
