#ifndef OKIT_CMICROHTTPD_H
#define OKIT_CMICROHTTPD_H

#include <microhttpd.h>

// Only the types and constants of libmicrohttpd are used. Its functions are found when it is loaded. Swift cannot call those with variable arguments.
static inline struct MHD_Daemon *okit_mhd_start(
    void *function, unsigned int flags, MHD_AccessHandlerCallback handler, void *context,
    struct MHD_OptionItem *options) {
  typedef struct MHD_Daemon *(*start)(
      unsigned int, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
  return ((start)function)(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline const union MHD_ConnectionInfo *okit_mhd_connection_info(
    void *function, struct MHD_Connection *connection, enum MHD_ConnectionInfoType type) {
  typedef const union MHD_ConnectionInfo *(*info)(struct MHD_Connection *, enum MHD_ConnectionInfoType, ...);
  return ((info)function)(connection, type);
}

static inline const union MHD_DaemonInfo *okit_mhd_daemon_info(
    void *function, struct MHD_Daemon *daemon, enum MHD_DaemonInfoType type) {
  typedef const union MHD_DaemonInfo *(*info)(struct MHD_Daemon *, enum MHD_DaemonInfoType, ...);
  return ((info)function)(daemon, type);
}

#endif
