package import OKitModels

/// Mends what a check finds, where there is one safe answer. Checks change nothing themselves, so whoever wants repairs passes this in.
package protocol CheckRepairs: AnyObject {
  /// Mends faults of a model's documents, and lets the documents go.
  func mend(_ faults: [(document: ModelDocument, fault: ValueFault)], of model: ModelFiles) throws
  /// Moves a file that nothing names out of the data. What is no plain file stays.
  func setAside(_ path: String, _ kind: Finding.Kind, of model: ModelName?) throws
}
