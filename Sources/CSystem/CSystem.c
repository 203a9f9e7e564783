#define _GNU_SOURCE
#include "CSystem.h"

#include <linux/magic.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/openat2.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int okit_exchange(int directory, const char *path, int other_directory, const char *other_path) {
  return renameat2(directory, path, other_directory, other_path, RENAME_EXCHANGE);
}

int okit_rename_exclusive(int directory, const char *path, int new_directory, const char *new_path) {
  return renameat2(directory, path, new_directory, new_path, RENAME_NOREPLACE);
}

int okit_syncfs(int descriptor) { return syncfs(descriptor); }

int okit_is_in_memory(const char *path) {
  struct statfs info;
  if (statfs(path, &info) != 0) return 0;
  return info.f_type == TMPFS_MAGIC || info.f_type == RAMFS_MAGIC;
}

int okit_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}

ssize_t okit_get_attribute(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size);
}

ssize_t okit_list_attributes_at(const char *path) { return listxattr(path, NULL, 0); }

ssize_t okit_list_attributes(int descriptor, char *list, size_t size) { return flistxattr(descriptor, list, size); }

int okit_column_width(wchar_t character) { return wcwidth(character); }

void okit_forbid_core_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void okit_forbid_backtraces(void) {
  static const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++) {
    struct sigaction action;
    if (sigaction(crashes[index], NULL, &action) == 0 && action.sa_handler != SIG_IGN) signal(crashes[index], SIG_DFL);
  }
}

int okit_spawn_closing_from(void *file_actions, int descriptor) {
  return posix_spawn_file_actions_addclosefrom_np(file_actions, descriptor);
}

// Replaces the calling process by a program. Returns only if that fails. After vfork, the process has the memory of its parent, so this neither allocates
// nor takes locks.
static void become(
    const char *path, char *const arguments[], char *const variables[], const int descriptors[], int count, pid_t parent) {
  // A handler would run in the memory of the parent. Signals that are ignored, as by nohup, stay ignored, but for those that the program needs.
  struct sigaction action, standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++)
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL)
      sigaction(number, &standard, NULL);
  static const int needed[] = {SIGINT, SIGTERM, SIGPIPE};
  for (size_t index = 0; index < sizeof needed / sizeof needed[0]; index++) sigaction(needed[index], &standard, NULL);
  for (int index = 0; index < count; index++)
    if (dup2(descriptors[index], index) < 0) return;
  closefrom(count);
  prctl(PR_SET_PDEATHSIG, SIGINT, 0, 0, 0);
  // The parent may have ended before.
  if (getppid() != parent) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(path, arguments, variables);
}

pid_t okit_spawn_bound(
    const char *path, char *const arguments[], char *const variables[], const int descriptors[], int count) {
  pid_t parent = getpid();
  // Set by the child, which has the memory of this process until it is another program.
  volatile int failure = 0;
  sigset_t all, before;
  sigfillset(&all);
  // Until the child has no handlers.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    become(path, arguments, variables, descriptors, count, parent);
    failure = errno;
    _exit(127);
  }
  int code = child < 0 ? errno : failure;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (code == 0) return child;
  if (child > 0)
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
  errno = code;
  return -1;
}

int okit_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int okit_unnamed_file(const char *folder) { return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); }

int okit_confirmed_bytes(int socket, uint64_t *count) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
  if (size < offsetof(struct tcp_info, tcpi_bytes_acked) + sizeof info.tcpi_bytes_acked) return -1;
  *count = info.tcpi_bytes_acked;
  return 0;
}

int okit_accept(int socket, void *address, unsigned *size) {
  return accept4(socket, address, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int okit_set_pipe_size(int descriptor, int size) { return fcntl(descriptor, F_SETPIPE_SZ, size); }

int okit_exit_status(int wait_status) { return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1; }

int okit_exit_signal(int wait_status) { return WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0; }

int okit_wait(struct pollfd *descriptors, size_t count, int milliseconds, const sigset_t *signals) {
  struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return ppoll(descriptors, count, milliseconds < 0 ? NULL : &limit, signals);
}

int okit_open_without_links(const char *path, int flags) {
  struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_NO_SYMLINKS};
  long descriptor = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  // EPERM: a filter for system calls that does not know it.
  if (descriptor < 0 && (errno == ENOSYS || errno == EPERM)) return open(path, flags | O_NOFOLLOW);
  return (int)descriptor;
}

int okit_has_no_links(const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  long descriptor = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  return descriptor >= 0 && close((int)descriptor) == 0;
}

ssize_t okit_list_folder(int descriptor, void *entries, size_t size) { return getdents64(descriptor, entries, size); }

void okit_begin_flush(int descriptor) { sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }

int okit_file_attributes(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_MODE, &status) != 0) return 0;
  uint64_t known = status.stx_attributes & status.stx_attributes_mask;
  return (known & STATX_ATTR_IMMUTABLE ? OKIT_IMMUTABLE : 0) | (known & STATX_ATTR_APPEND ? OKIT_APPEND_ONLY : 0) |
         (known & STATX_ATTR_MOUNT_ROOT ? OKIT_MOUNT_ROOT : 0) | (status.stx_mode & S_ISVTX ? OKIT_STICKY : 0);
}

int okit_overrides_owners(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  if (syscall(SYS_capget, &header, data) != 0) return 0;
  return (data[CAP_FOWNER / 32].effective >> CAP_FOWNER % 32) & 1;
}

static int argument_count;
static char **argument_values;

// glibc passes the arguments of main to constructors, too, of static programs as well. Swift itself reads them from /proc/self/cmdline, which not
// every chroot or container has.
__attribute__((constructor)) static void remember_arguments(int count, char **values) {
  argument_count = count;
  argument_values = values;
}

int okit_argument_count(void) { return argument_count; }

char **okit_argument_values(void) { return argument_values; }

int okit_semaphore_wait(sem_t *semaphore, int milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += milliseconds % 1000 * 1000000L;
  if (end.tv_nsec >= 1000000000L) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000L;
  }
  while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0)
    if (errno != EINTR) return 0;
  return 1;
}
