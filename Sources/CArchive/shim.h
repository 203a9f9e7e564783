#ifndef OKIT_CARCHIVE_H
#define OKIT_CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

// The file types of archive_entry.h are macros with casts, which Swift does not import.
static const unsigned int okit_AE_IFREG = AE_IFREG;
static const unsigned int okit_AE_IFDIR = AE_IFDIR;

#endif
