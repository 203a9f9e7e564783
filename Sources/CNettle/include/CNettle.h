/// What is put between libarchive and libnettle where both are linked statically, by `--wrap` (see the Makefile).
///
/// It declares nothing: nobody calls it by a name of its own.
