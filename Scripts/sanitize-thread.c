// Functions of the Swift runtime for the thread sanitizer. The compiler inlines the code that takes and frees a Mutex that no other thread wants, so the
// sanitizer sees it. If another thread waits, these functions of the runtime do it, which is not compiled for the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define MUTEX __attribute__((swift_context)) void *mutex

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) and _unlockSlow().
SWIFT void lock(uint32_t thread, MUTEX) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock(MUTEX) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

static SWIFT void (*original_lock)(uint32_t thread, MUTEX);
static SWIFT void (*original_unlock)(MUTEX);

__attribute__((constructor)) static void find_originals(void) {
  original_lock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  original_unlock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  // Another version of Swift can have other names.
  if (!original_lock || !original_unlock) abort();
}

SWIFT void lock(uint32_t thread, MUTEX) {
  original_lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT void unlock(MUTEX) {
  __tsan_release(mutex);
  original_unlock(mutex);
}
