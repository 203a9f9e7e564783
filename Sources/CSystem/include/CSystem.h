/// The system calls and macros that Swift's Glibc overlay does not offer: those behind _GNU_SOURCE, and variadic or macro-only ones.
#ifndef OKIT_CSYSTEM_H
#define OKIT_CSYSTEM_H

#include <semaphore.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <wchar.h>

/// renameat2(2) with RENAME_EXCHANGE.
int okit_exchange(int directory, const char *path, int other_directory, const char *other_path);

/// renameat2(2) with RENAME_NOREPLACE.
int okit_rename_exclusive(int directory, const char *path, int new_directory, const char *new_path);

/// syncfs(2): flushes the whole file system that `descriptor` is on.
int okit_syncfs(int descriptor);

/// statfs(2): 1 if the files in a folder are in memory (tmpfs or ramfs), otherwise 0.
int okit_is_in_memory(const char *path);

/// fsetxattr(2).
int okit_set_attribute(int descriptor, const char *name, const void *value, size_t size);

/// fgetxattr(2).
ssize_t okit_get_attribute(int descriptor, const char *name, void *value, size_t size);

/// The size of the list of attributes of the file at a path (listxattr(2)); 0 if it has none.
ssize_t okit_list_attributes_at(const char *path);

/// flistxattr(2).
ssize_t okit_list_attributes(int descriptor, char *list, size_t size);

/// Columns that a character takes on a terminal (wcwidth(3)); -1 for a control character. Needs LC_CTYPE set to a UTF-8 locale.
int okit_column_width(wchar_t character);

/// Keeps the memory of this process out of core dumps and from other processes of the same user (PR_SET_DUMPABLE 0).
void okit_forbid_core_dumps(void);

/// Removes the handlers that Swift's runtime may have installed for crashes, because they print memory to the terminal.
void okit_forbid_backtraces(void);

/// posix_spawn_file_actions_addclosefrom_np(3): the started program gets no descriptor from `descriptor` on.
int okit_spawn_closing_from(void *file_actions, int descriptor);

/// Starts the program at `path`, to which the kernel sends SIGINT when the calling thread ends (PR_SET_PDEATHSIG), which posix_spawn(3) cannot ask for.
///
/// Its descriptor N is `descriptors[N]`, whose number must be at least `count`; it has no others. It has no blocked signals, and the default actions of
/// SIGINT, SIGTERM and SIGPIPE. Returns its process id, or -1 if it cannot be started.
pid_t okit_spawn_bound(
    const char *path, char *const arguments[], char *const variables[], const int descriptors[], int count);

/// memfd_create(2) with MFD_CLOEXEC: an empty file in memory, without a place. Returns its descriptor, or -1.
int okit_memory_file(const char *name);

/// open(2) with O_TMPFILE: an empty file without a name on the file system of `folder`. Returns its descriptor, or -1 if that has none.
int okit_unnamed_file(const char *folder);

/// accept4(2) of a connection that does not block and that other programs do not inherit. Returns its descriptor, or -1.
int okit_accept(int socket, void *address, unsigned *size);

/// getsockopt(2) with TCP_INFO: stores the number of bytes that the other end of a TCP connection has confirmed so far. Returns -1 if the kernel does not
/// know it, or the socket has another protocol.
int okit_confirmed_bytes(int socket, uint64_t *count);

/// fcntl(2) with F_SETPIPE_SZ: sets the size of a pipe's buffer, in bytes. Returns -1 if that is not allowed.
int okit_set_pipe_size(int descriptor, int size);

/// The exit status, or -1 if the process was ended by a signal.
int okit_exit_status(int wait_status);

/// The signal that ended the process, or 0.
int okit_exit_signal(int wait_status);

/// ppoll(2): replaces the blocked signals by `signals` only during the wait, so that none arrives unnoticed right before it. A negative time is no
/// limit.
int okit_wait(struct pollfd *descriptors, size_t count, int milliseconds, const sigset_t *signals);

/// openat2(2) with RESOLVE_NO_SYMLINKS: fails with ELOOP if any component of the absolute `path` is a symbolic link. A kernel without it looks at the last
/// component only.
int okit_open_without_links(const char *path, int flags);

/// True if something is at the absolute `path` and no component of it is a symbolic link; false if the kernel cannot tell.
int okit_has_no_links(const char *path);

/// getdents64(2): fills `entries` with the next entries of a folder, as `struct dirent`. Returns their size in bytes; 0 at the end.
ssize_t okit_list_folder(int descriptor, void *entries, size_t size);

/// sync_file_range(2): begins to write the new content of a file to the disk, and does not wait for it.
void okit_begin_flush(int descriptor);

/// Attributes of a file that keep it from being replaced.
#define OKIT_IMMUTABLE 1
#define OKIT_APPEND_ONLY 2
#define OKIT_MOUNT_ROOT 4
#define OKIT_STICKY 8

/// The attributes of the file, folder or link at `path` (statx(2)); 0 if they are unknown.
int okit_file_attributes(const char *path);

/// True if this process has CAP_FOWNER, so that it may act on files as their owner.
int okit_overrides_owners(void);

/// The number of arguments that main was called with, including the program's name.
int okit_argument_count(void);

/// The arguments that main was called with, including the program's name; NULL ends them. Available without /proc.
char **okit_argument_values(void);

/// Waits for the semaphore for at most so long, and takes it; returns true if it was taken. Changes of the clock do not matter.
int okit_semaphore_wait(sem_t *semaphore, int milliseconds);

#endif
