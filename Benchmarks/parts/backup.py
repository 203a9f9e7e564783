"""A backup of 1 GB sealed with a password."""

from harness.sealed import PASSWORD, TITLE, Sealed
from harness.timing import Contender, do, flushed

PACKAGES = ["age", "zstd", "tar", "expect", "restic", "borgbackup"]


def run(bench):
    sealed = Sealed(bench)

    def new_repository(command):
        def prepare():
            sealed.empty()
            do(f"{secrets} {command} >/dev/null 2>&1", sealed.folder)
        return prepare

    secrets = (
        f"RESTIC_PASSWORD='{PASSWORD}' BORG_PASSPHRASE='{PASSWORD}' XDG_CACHE_HOME='{bench.scratch}/cache' "
        f"BORG_BASE_DIR='{bench.scratch}/borg'"
    )
    okit, pipe = list(bench.table(TITLE, [
        sealed.made("`okit backup create`", sealed.okit_backup("backup.tar.zst.age")),
        sealed.made("`tar \\| zstd -T0 \\| age -p`", sealed.age_backup("backup.tar.zst.age")),
        Contender(
            "`restic backup`, a new repository", flushed(f"{secrets} restic -q -r out/restic backup okit/data"),
            new_repository("restic -r out/restic init")),
        Contender(
            "`borg create -C zstd,3`, a new repository",
            flushed(f"{secrets} borg create -C zstd,3 out/borg::backup okit/data"),
            new_repository("borg init -e repokey-blake2 out/borg")),
    ], sealed.folder).values())[:2]
    bench.goal("a sealed backup in 1.15 times what tar, zstd and age take", okit.seconds, 1.15 * pipe.seconds)
