#ifndef OKIT_CARCHIVE_H
#define OKIT_CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#endif
