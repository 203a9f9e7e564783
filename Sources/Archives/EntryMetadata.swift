import CArchive
import Glibc

/// The metadata of a file for libarchive. It is freed with this object.
final class EntryMetadata {
  let pointer: OpaquePointer

  /// Sets the metadata. Whatever could reveal something about this machine or user is omitted or
  /// constant.
  init(name: String, size: Int64, modified: Int64) throws(ArchiveError) {
    pointer = try LibArchive.handle(archive_entry_new())
    // The `_utf8` setter would pass the name through Unicode normalization and the locale on its way to the
    // archive. This setter does not.
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
