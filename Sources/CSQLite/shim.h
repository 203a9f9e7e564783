#ifndef OKIT_CSQLITE_H
#define OKIT_CSQLITE_H

#include <sqlite3.h>

// SQLite allocates nothing beside its own structures, so a table and a cursor are these structures with a pointer to an object.
typedef struct {
  sqlite3_vtab base;
  void *object;
} okit_sqlite_table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *object;
} okit_sqlite_cursor;

// The destructor is a macro with a cast, and a function with variable arguments sets options. Swift imports neither.
static inline void okit_sqlite_result_copied_text(sqlite3_context *context, const char *text, sqlite3_uint64 count) {
  sqlite3_result_text64(context, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline void okit_sqlite_result_copied_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}
static inline int okit_sqlite_bind_copied_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int okit_sqlite_bind_copied_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
static inline int okit_sqlite_set(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
