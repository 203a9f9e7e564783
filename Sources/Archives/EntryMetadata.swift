import CArchive
import Glibc

/// What libarchive is told of a file, for as long as this object lives.
final class EntryMetadata {
  let pointer: OpaquePointer

  /// Everything about the entry that an archive would tell of this machine or this user is left out or the same for
  /// all.
  init(name: String, size: Int64, modified: Int64) throws(ArchiveError) {
    pointer = try LibArchive.handle(archive_entry_new())
    // Not the `_utf8` setter: a name set by that passes through Unicode normalisation and the locale on its way to the
    // archive, and this one does not.
    archive_entry_set_pathname(pointer, name)
    archive_entry_set_filetype(pointer, okit_AE_IFREG)
    archive_entry_set_perm(pointer, 0o600)
    archive_entry_set_uid(pointer, 0)
    archive_entry_set_gid(pointer, 0)
    archive_entry_set_size(pointer, size)
    archive_entry_set_mtime(pointer, time_t(modified), 0)
  }

  deinit {
    archive_entry_free(pointer)
  }
}
