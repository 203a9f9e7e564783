"""Backups read whole, beside what opening, decompressing and reading them alone takes."""

from harness.sealed import PASSWORD, TITLE, Sealed
from harness.timing import Contender, do

PACKAGES = ["age", "zstd", "tar", "expect", "p7zip-full"]


def run(bench):
    sealed = Sealed(bench)
    archive, zip = "out/backup.tar.zst.age", "out/backup.zip"
    do(sealed.okit_backup("backup.tar.zst.age"), sealed.folder)
    do(sealed.okit_backup("backup.zip", "zip"), sealed.folder)
    verify = [bench.okit, "backup", "verify", "--password-file", sealed.password]
    okit, pipe, okit_zip, seven = bench.table(f"{TITLE}, in a backup", [
        Contender("`okit backup verify`, tar.zst.age", [*verify, archive]),
        Contender(
            "`age -d \\| zstd -d` of the same", [sealed.seal, PASSWORD, f"age -d {archive} | zstd -q -d >/dev/null"]),
        Contender("`okit backup verify`, zip", [*verify, zip]),
        Contender("`7z t` of the same", ["7z", "t", "-bso0", "-bsp0", f"-p{PASSWORD}", zip]),
    ], sealed.folder).values()
    bench.goal("a backup verified at the pace of age and zstd", okit.seconds, pipe.seconds)
    bench.goal("a zip verified at the pace of 7-Zip", okit_zip.seconds, seven.seconds)
