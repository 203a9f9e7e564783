#include "CNettle.h"

#ifdef OKIT_WRAPS_NETTLE

#include <nettle/aes.h>
#include <stdint.h>
#include <string.h>

void __real_nettle_aes256_set_encrypt_key(struct aes256_ctx *context, const uint8_t *key);

// libarchive sets the same key again for each 16 bytes of an encrypted zip (archive_cryptor.c), which takes more time than the encryption itself. A
// context that has a key begins with it (FIPS 197, 5.2), as 32-bit numbers in the machine's order. A new context of libarchive is zero, so a key of
// zeros is set each time.
void __wrap_nettle_aes256_set_encrypt_key(struct aes256_ctx *context, const uint8_t *key) {
  static const uint8_t zero[AES256_KEY_SIZE];
  if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && memcmp(context->keys, key, AES256_KEY_SIZE) == 0 &&
      memcmp(key, zero, AES256_KEY_SIZE) != 0)
    return;
  __real_nettle_aes256_set_encrypt_key(context, key);
}

#endif
