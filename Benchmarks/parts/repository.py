"""A backup of 1 GB in a repository of restic: by okit, and by tar and restic alone."""

from harness.sealed import PASSWORD, TITLE, Sealed
from harness.timing import Contender, do, flushed

PACKAGES = ["restic", "tar"]


def run(bench):
    sealed = Sealed(bench)
    secrets = f"RESTIC_PASSWORD='{PASSWORD}' XDG_CACHE_HOME='{bench.scratch}/cache'"
    okit = f"{secrets} {bench.okit} backup create -q --as-stored --repository out/repository"
    # The same tar each time, as far as tar can.
    tar = (
        f"tar -c --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C okit data "
        f"| {secrets} restic -q -r out/repository backup --stdin --stdin-filename data.tar"
    )

    def new_repository():
        sealed.empty()
        do(f"{secrets} restic -q -r out/repository init", sealed.folder)

    first = list(bench.table(f"{TITLE}, a new repository", [
        Contender("`okit backup create --repository`", flushed(okit), new_repository),
        Contender("`tar \\| restic backup --stdin`", flushed(tar), new_repository),
    ], sealed.folder).values())
    bench.goal("a backup in a new repository in 1.2 times the time of tar and restic", first[0].seconds, 1.2 * first[1].seconds)

    def filled():
        new_repository()
        do(f"{okit} && {tar}", sealed.folder)

    again = list(bench.table(f"{TITLE}, nothing new", [
        Contender("`okit backup create --repository`", flushed(okit), filled),
        Contender("`tar \\| restic backup --stdin`", flushed(tar), filled),
    ], sealed.folder).values())
    bench.goal("a backup without changes in 1.2 times the time of tar and restic", again[0].seconds, 1.2 * again[1].seconds)
