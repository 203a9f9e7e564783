extension OKitError {
  /// A next step that would help. Each module declares the steps of its field; the command chooses the words.
  package struct Remedy: Equatable, Sendable {
    /// The step.
    package let step: any RemedyStep

    package init(_ step: some RemedyStep) { self.step = step }

    package static func == (left: Remedy, right: Remedy) -> Bool { left.step.isEqual(to: right.step) }
  }
}

/// A step that would help after an error.
package protocol RemedyStep: Equatable, Sendable {}

extension RemedyStep {
  fileprivate func isEqual(to other: any RemedyStep) -> Bool { other as? Self == self }
}

/// The steps that need no knowledge of models.
package enum GeneralRemedy: RemedyStep {
  /// Add the folder to the safe folders in the settings file `settingsPath`, if the user trusts it.
  case trust(_ folder: FilePath, settingsPath: FilePath?)
  /// Create a workspace in this folder that adopts its existing data folder.
  case takeOver(FilePath)
  /// Use one of these names; nothing is called `insteadOf`.
  case candidates([String], insteadOf: String)
  /// Any other advice, as text.
  case words(String)
}

extension OKitError.Remedy {
  /// See ``GeneralRemedy/trust(_:settingsPath:)``.
  package static func trust(_ folder: FilePath, settingsPath: FilePath?) -> Self {
    Self(GeneralRemedy.trust(folder, settingsPath: settingsPath))
  }

  /// See ``GeneralRemedy/takeOver(_:)``.
  package static func takeOver(_ folder: FilePath) -> Self { Self(GeneralRemedy.takeOver(folder)) }

  /// See ``GeneralRemedy/candidates(_:insteadOf:)``.
  package static func candidates(_ names: [String], insteadOf name: String) -> Self {
    Self(GeneralRemedy.candidates(names, insteadOf: name))
  }

  /// See ``GeneralRemedy/words(_:)``.
  package static func words(_ text: String) -> Self { Self(GeneralRemedy.words(text)) }
}
