import OKitStorage

extension Workspace {
  /// Runs `body` over the models as they are at one moment, while nobody writes. A passphrase that it takes is asked for before that.
  package func readingEntities<Result>(_ body: (EntityStore) throws -> Result) throws -> Result {
    try storage.finishPendingChange()
    return try keyring.asking {
      try storage.reading { try body(EntityStore(self)) }
    }
  }

  /// Asks for the passphrase that reading the models takes, if any, before the workspace is locked.
  package func prepareKeys() throws { try keyring.prepareAsking { try storedForms() } }
}
