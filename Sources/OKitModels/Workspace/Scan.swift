import OKitStorage

/// Everything read from a workspace under one lock, so that nothing is read twice. It is valid until the lock is released or something is stored.
final class Scan {
  private let hold: HeldLock
  private let changes: Int
  /// The models that have a file, by name.
  var storedModels: [ModelName]?
  /// True if the configuration that was read last is still current.
  var knowsConfiguration = false
  /// True if the record of applied definitions that was read last is still current.
  var knowsApplied = false
  /// True if the definitions that were read last are still current.
  var knowsDefinitions = false

  /// Begins with nothing.
  init(under hold: HeldLock) {
    self.hold = hold
    changes = hold.changes
  }

  /// True if the findings are valid under `lock`.
  func isValid(under lock: HeldLock) -> Bool { lock === hold && lock.changes == changes }
}

extension Workspace {
  /// The findings under the lock that is held; nil if there is none.
  var scan: Scan? {
    guard let hold = storage.heldLock else { return nil }
    if let latestScan, latestScan.isValid(under: hold) { return latestScan }
    let scan = Scan(under: hold)
    latestScan = scan
    return scan
  }
}
