/// Functions between libarchive and libnettle if both are linked statically, by `--wrap` (see the Makefile).
///
/// This header declares nothing, because no code calls them by their own names.
