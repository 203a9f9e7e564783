import CSQLite
import Glibc

/// A database in memory.
package final class Database {
  let handle: OpaquePointer
  /// The error of a callback that ended a statement.
  var failure: (any Error)?
  /// The virtual tables that prepared statements use.
  package private(set) var usedTables: [any VirtualTable] = []
  private var connections: [VirtualTableModule.Connection] = []
  private let checkInterruption: () throws -> Void
  /// True if the authorizer denied a part of the statement.
  private var wasDenied = false

  /// The most columns of a table.
  static let columnLimit = 2000
  /// The number of steps of SQLite's machine, some of which read a row, after which a query asks whether to go on.
  private static let stepsBetweenChecks: Int32 = 1000

  /// Opens a database that keeps nothing on disks.
  ///
  /// - Parameters:
  ///   - memoryLimit: The most bytes that SQLite uses for all databases of the process from now on; nil to leave the limit as it is.
  ///   - checkInterruption: Called while statements run. Its error ends them.
  ///
  /// Throws ``SQLiteError``.
  package init(memoryLimit: Int64?, checkInterruption: @escaping () throws -> Void) throws {
    self.checkInterruption = checkInterruption
    if let memoryLimit { sqlite3_hard_heap_limit64(memoryLimit) }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let status = sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard status == SQLITE_OK, let opened else {
      let error = SQLiteError(status, opened)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    // In double quotes are names only. By default, SQLite takes an unknown name as a text.
    let turnedOff = [
      SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_TRUSTED_SCHEMA,
      SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
    ]
    for option in turnedOff { _ = okit_sqlite_set(handle, option, 0) }
    dropModules()
    try run("PRAGMA temp_store=MEMORY")
    let object = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, Self.stepsBetweenChecks,
      { object in
        guard let object else { return 0 }
        let database = Unmanaged<Database>.fromOpaque(object).takeUnretainedValue()
        do {
          try database.checkInterruption()
          return 0
        } catch {
          database.failure = error
          return 1
        }
      }, object)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Removes the tables that SQLite has by itself, such as the memory of its pages, except for those that take JSON apart.
  private func dropModules() {
    var names: [UnsafePointer<CChar>?] = [UnsafePointer(strdup("json_each")), UnsafePointer(strdup("json_tree")), nil]
    sqlite3_drop_modules(handle, &names)
    for name in names { free(UnsafeMutableRawPointer(mutating: name)) }
  }

  /// Adds a table.
  package func add(_ table: any VirtualTable) throws {
    let connection = VirtualTableModule.Connection(table, self)
    connections.append(connection)
    let status = sqlite3_create_module_v2(
      handle, table.name, VirtualTableModule.pointer, Unmanaged.passUnretained(connection).toOpaque(), nil)
    guard status == SQLITE_OK else { throw SQLiteError(status, handle) }
  }

  func noteUse(of table: any VirtualTable) {
    if !usedTables.contains(where: { $0 === table }) { usedTables.append(table) }
  }

  /// Adds an order of texts with the name `name`. `order` returns a negative number, 0 or a positive number.
  package func addCollation(
    _ name: String, _ order: @escaping @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
  ) throws {
    let object = Unmanaged.passRetained(Collation(order)).toOpaque()
    let status = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, object,
      { object, count, bytes, otherCount, otherBytes in
        guard let object else { return 0 }
        let order = Unmanaged<Collation>.fromOpaque(object).takeUnretainedValue().order(
          UnsafeRawBufferPointer(start: bytes, count: Int(count)),
          UnsafeRawBufferPointer(start: otherBytes, count: Int(otherCount)))
        return Int32(order.signum())
      }, { object in object.map { Unmanaged<Collation>.fromOpaque($0).release() } })
    guard status == SQLITE_OK else { throw SQLiteError(status, handle) }
  }

  private final class Collation {
    let order: @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

    init(_ order: @escaping @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) {
      self.order = order
    }
  }

  /// Allows only statements that read tables, from now on. Others fail with an error whose reason is `denied`.
  package func allowOnlyReading() {
    sqlite3_set_authorizer(
      handle,
      { object, action, first, second, _, _ in
        guard let object else { return SQLITE_DENY }
        let database = Unmanaged<Database>.fromOpaque(object).takeUnretainedValue()
        let isAllowed =
          switch action {
          case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
          case SQLITE_FUNCTION: second.map { !Database.isDeniedFunction(String(cString: $0)) } ?? false
          // SQLite asks for this when it connects to a virtual table. A statement could not do it.
          case SQLITE_UPDATE: first.map { sqlite3_stricmp($0, "sqlite_master") == 0 } ?? false
          default: false
          }
        if !isAllowed { database.wasDenied = true }
        return isAllowed ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Functions that do more than calculate.
  private static func isDeniedFunction(_ name: String) -> Bool {
    ["load_extension", "fts3_tokenizer"].contains(SQLName.folded(name))
  }

  /// Runs statements without results.
  package func run(_ sql: String) throws {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    if status != SQLITE_OK { throw error(status) }
  }

  /// Passes the bytes of a database file with the same content to `body`.
  package func withFileContent<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else { throw SQLiteError(SQLITE_NOMEM, nil) }
    defer { sqlite3_free(bytes) }
    return try body(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }

  /// Returns the error with a status, or the error of the callback that caused it.
  func error(_ status: Int32, isPreparing: Bool = false) -> any Error {
    defer { (failure, wasDenied) = (nil, false) }
    return failure ?? SQLiteError(status, handle, isPreparing: isPreparing, wasDenied: wasDenied)
  }

  /// True if a text ends with a whole statement and its semicolon.
  package static func isComplete(_ sql: String) -> Bool { sqlite3_complete(sql) != 0 }
}
