import CSQLite

/// The callbacks through which SQLite reads virtual tables (sqlite.org/vtab.html).
enum VirtualTableModule {
  /// A table with the object that keeps its errors.
  final class Connection {
    let table: any VirtualTable
    let columns: [VirtualColumn]
    unowned let database: Database

    init(_ table: any VirtualTable, _ database: Database) {
      self.table = table
      columns = table.columns
      self.database = database
    }

    /// Returns the status of `body`, and keeps its error.
    func status(_ body: () throws -> Void) -> Int32 {
      do {
        try body()
        return SQLITE_OK
      } catch {
        database.failure = error
        return SQLITE_ERROR
      }
    }
  }

  /// The rows that a query visits.
  final class Cursor {
    let connection: Connection
    /// The numbers of the rows; nil for all.
    var rows: [Int]?
    var position = 0
    var count = 0

    init(_ connection: Connection) {
      self.connection = connection
    }

    var row: Int { rows?[position] ?? position }
  }

  /// The costs that the planner compares: reading all rows, and finding rows by an index.
  private static let (scanCost, scanRows): (Double, Int64) = (1_000_000, 100_000)
  private static let (uniqueCost, indexCost, indexRows): (Double, Double, Int64) = (10, 30, 10)

  /// The table of callbacks. SQLite keeps the pointer.
  nonisolated(unsafe) static let pointer: UnsafePointer<sqlite3_module> = {
    let pointer = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    var module = sqlite3_module()
    module.iVersion = 1
    // Without xCreate, a table exists without a statement that creates it.
    module.xConnect = connect
    module.xBestIndex = bestIndex
    module.xDisconnect = disconnect
    module.xDestroy = disconnect
    module.xOpen = open
    module.xClose = close
    module.xFilter = filter
    module.xNext = next
    module.xEof = isAtEnd
    module.xColumn = column
    module.xRowid = rowNumber
    pointer.initialize(to: module)
    return UnsafePointer(pointer)
  }()

  private static let connect:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32 = { database, object, _, _, result, _ in
      guard let object, let result else { return SQLITE_MISUSE }
      let connection = Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue()
      guard connection.columns.count <= Database.columnLimit else {
        connection.database.failure = SQLiteError(
          tooManyColumns: connection.columns.count, in: connection.table.name)
        return SQLITE_ERROR
      }
      let declaration = connection.columns.map { "\(SQLName.quoted($0.name)) \($0.type)" }.joined(separator: ", ")
      let status = sqlite3_declare_vtab(database, "CREATE TABLE x(\(declaration))")
      guard status == SQLITE_OK else { return status }
      let table = UnsafeMutablePointer<okit_sqlite_table>.allocate(capacity: 1)
      table.initialize(to: okit_sqlite_table())
      table.pointee.object = object
      connection.database.noteUse(of: connection.table)
      result.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }

  private static let disconnect: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 = { table in
    UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: okit_sqlite_table.self).deallocate()
    return SQLITE_OK
  }

  private static func connection(_ table: UnsafeMutablePointer<sqlite3_vtab>) -> Connection {
    let table = UnsafeMutableRawPointer(table).assumingMemoryBound(to: okit_sqlite_table.self)
    return Unmanaged<Connection>.fromOpaque(table.pointee.object).takeUnretainedValue()
  }

  private static let bestIndex:
    @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?, UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 = {
      table, info in
      guard let table, let info else { return SQLITE_MISUSE }
      let columns = connection(table).columns
      var best: Int?
      for number in 0..<Int(info.pointee.nConstraint) {
        let constraint = info.pointee.aConstraint[number]
        guard constraint.usable != 0, constraint.op == UInt8(SQLITE_INDEX_CONSTRAINT_EQ),
          columns.indices.contains(Int(constraint.iColumn)), columns[Int(constraint.iColumn)].isIndexed,
          isBinary(sqlite3_vtab_collation(info, Int32(number))),
          // SQLite would pass the numbers of a subquery as texts, but compares them as numbers.
          sqlite3_vtab_in(info, Int32(number), -1) == 0
        else { continue }
        if best == nil || columns[Int(constraint.iColumn)].isUnique { best = number }
      }
      guard let best else {
        info.pointee.idxNum = 0
        (info.pointee.estimatedCost, info.pointee.estimatedRows) = (scanCost, scanRows)
        return SQLITE_OK
      }
      let column = info.pointee.aConstraint[best].iColumn
      let isUnique = columns[Int(column)].isUnique
      // SQLite compares the found rows again, because it also compares numbers with texts.
      info.pointee.aConstraintUsage[best].argvIndex = 1
      info.pointee.idxNum = column + 1
      info.pointee.estimatedCost = isUnique ? uniqueCost : indexCost
      info.pointee.estimatedRows = isUnique ? 1 : indexRows
      return SQLITE_OK
    }

  private static func isBinary(_ collation: UnsafePointer<CChar>?) -> Bool {
    collation.map { sqlite3_stricmp($0, "BINARY") == 0 } ?? true
  }

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vtab>?, UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
    ) -> Int32 = { table, result in
      guard let table, let result else { return SQLITE_MISUSE }
      let cursor = UnsafeMutablePointer<okit_sqlite_cursor>.allocate(capacity: 1)
      cursor.initialize(to: okit_sqlite_cursor())
      cursor.pointee.object = Unmanaged.passRetained(Cursor(connection(table))).toOpaque()
      result.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }

  private static let close: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { cursor in
    guard let cursor else { return SQLITE_MISUSE }
    let own = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: okit_sqlite_cursor.self)
    Unmanaged<Cursor>.fromOpaque(own.pointee.object).release()
    own.deallocate()
    return SQLITE_OK
  }

  private static func cursor(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> Cursor {
    let cursor = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: okit_sqlite_cursor.self)
    return Unmanaged<Cursor>.fromOpaque(cursor.pointee.object).takeUnretainedValue()
  }

  private static let filter:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vtab_cursor>?, Int32, UnsafePointer<CChar>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 = { pointer, index, _, count, values in
      guard let pointer else { return SQLITE_MISUSE }
      let cursor = cursor(pointer)
      return cursor.connection.status {
        cursor.position = 0
        // SQLite compares a number with a text by rules that an index of texts does not follow.
        guard index > 0, count > 0, let value = values?.pointee, sqlite3_value_type(value) == SQLITE_TEXT,
          let bytes = sqlite3_value_text(value)
        else {
          cursor.rows = nil
          cursor.count = try cursor.connection.table.rowCount
          return
        }
        let text = String(
          decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
        let rows = try cursor.connection.table.rows(withText: text, inColumn: Int(index) - 1)
        cursor.rows = rows
        cursor.count = rows.count
      }
    }

  private static let next: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
    guard let pointer else { return SQLITE_MISUSE }
    cursor(pointer).position += 1
    return SQLITE_OK
  }

  private static let isAtEnd: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
    guard let pointer else { return 1 }
    let cursor = cursor(pointer)
    return cursor.position < cursor.count ? 0 : 1
  }

  private static let column:
    @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?, OpaquePointer?, Int32) -> Int32 = {
      pointer, context, column in
      guard let pointer, let context else { return SQLITE_MISUSE }
      let cursor = cursor(pointer)
      return cursor.connection.status {
        try cursor.connection.table.readValue(
          row: cursor.row, column: Int(column), into: ColumnResult(context: context))
      }
    }

  private static let rowNumber:
    @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?, UnsafeMutablePointer<sqlite3_int64>?) -> Int32 = {
      pointer, result in
      guard let pointer, let result else { return SQLITE_MISUSE }
      result.pointee = Int64(cursor(pointer).row)
      return SQLITE_OK
    }
}
