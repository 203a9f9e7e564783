#ifndef OKIT_CCURL_H
#define OKIT_CCURL_H

// Type checks of curl's own macros would call the functions by name, but libcurl is loaded, not linked.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Functions with variable arguments, which Swift cannot call. Each takes the function that dlsym(3) found.
typedef CURLcode (*okit_curl_setopt)(CURL *, CURLoption, ...);
typedef CURLcode (*okit_curl_getinfo)(CURL *, CURLINFO, ...);

static inline CURLcode okit_curl_set_long(void *function, CURL *handle, CURLoption option, long value) {
  return ((okit_curl_setopt)function)(handle, option, value);
}
static inline CURLcode okit_curl_set_offset(void *function, CURL *handle, CURLoption option, curl_off_t value) {
  return ((okit_curl_setopt)function)(handle, option, value);
}
static inline CURLcode okit_curl_set_pointer(void *function, CURL *handle, CURLoption option, const void *value) {
  return ((okit_curl_setopt)function)(handle, option, value);
}
static inline CURLcode okit_curl_set_transfer(
    void *function, CURL *handle, CURLoption option, size_t (*value)(char *, size_t, size_t, void *)) {
  return ((okit_curl_setopt)function)(handle, option, value);
}
static inline CURLcode okit_curl_set_seek(void *function, CURL *handle, int (*value)(void *, curl_off_t, int)) {
  return ((okit_curl_setopt)function)(handle, CURLOPT_SEEKFUNCTION, value);
}
static inline CURLcode okit_curl_set_progress(
    void *function, CURL *handle, int (*value)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return ((okit_curl_setopt)function)(handle, CURLOPT_XFERINFOFUNCTION, value);
}
static inline CURLcode okit_curl_get_long(void *function, CURL *handle, CURLINFO info, long *value) {
  return ((okit_curl_getinfo)function)(handle, info, value);
}
static inline CURLcode okit_curl_get_offset(void *function, CURL *handle, CURLINFO info, curl_off_t *value) {
  return ((okit_curl_getinfo)function)(handle, info, value);
}

#endif
