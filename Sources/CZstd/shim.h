#ifndef OKIT_CZSTD_H
#define OKIT_CZSTD_H

#include <zstd.h>

#endif
