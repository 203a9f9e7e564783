"""A zip of 1 GB, encrypted with AES-256."""

from harness.sealed import PASSWORD, TITLE, Sealed

PACKAGES = ["p7zip-full"]


def run(bench):
    sealed = Sealed(bench)
    seven = f"7z a -tzip -mem=AES256 -bso0 -bsp0 '-p{PASSWORD}'"
    okit, first = list(bench.table(TITLE, [
        sealed.made("`okit backup create --format zip`", sealed.okit_backup("backup.zip", "zip")),
        sealed.made("`7z a -tzip -mem=AES256 -mx=1`", f"{seven} -mx=1 out/backup.zip okit/data"),
        sealed.made("`7z a -tzip -mem=AES256 -mx=1 -mmt=1`", f"{seven} -mx=1 -mmt=1 out/backup.zip okit/data"),
    ], sealed.folder).values())[:2]
    bench.goal("a zip in the time of 7-Zip at -mx=1", okit.seconds, first.seconds)
