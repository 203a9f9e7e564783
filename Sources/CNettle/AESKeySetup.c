#include "CNettle.h"

#ifdef OKIT_WRAPS_NETTLE

#include <nettle/aes.h>
#include <stdint.h>
#include <string.h>

void __real_nettle_aes256_set_encrypt_key(struct aes256_ctx *context, const uint8_t *key);

// libarchive sets the same key anew for each 16 bytes of an encrypted zip (archive_cryptor.c), which takes more time than all that is done with it.
// A context that was set begins with its key (FIPS 197, 5.2), as 32 bit numbers in the machine's order. libarchive's are zero before, and a key that
// is zero, too, is set each time.
void __wrap_nettle_aes256_set_encrypt_key(struct aes256_ctx *context, const uint8_t *key) {
  static const uint8_t zero[AES256_KEY_SIZE];
  if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && memcmp(context->keys, key, AES256_KEY_SIZE) == 0 &&
      memcmp(key, zero, AES256_KEY_SIZE) != 0)
    return;
  __real_nettle_aes256_set_encrypt_key(context, key);
}

#endif
