extension Workspace {
  /// Runs `body` over the models as they are at one moment, while nobody writes. A passphrase that it takes is asked for before that.
  func reading<Result>(
    keyring: Keyring, patience: Duration, _ body: (EntityStore) throws -> Result
  ) throws -> Result {
    try finishPendingChange(patience: patience)
    return try keyring.asking {
      try reading(patience: patience) { try body(EntityStore(self, keyring: keyring)) }
    }
  }
}
