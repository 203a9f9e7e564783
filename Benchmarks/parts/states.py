"""Former states: two of 100 MB compared, 1 GB that has not changed, and a backup of 1 GB that gets other recipients."""

from data.entities import references
from harness.sealed import TITLE, Sealed
from harness.timing import Contender, do, flushed

PACKAGES = ["jq"]
BOOKS = 340_000


def run(bench):
    compared(bench)
    kept(bench)


def compared(bench):
    folder = bench.workspace(bench.data(references, BOOKS))
    do(f"{bench.okit} backup create before --format directory -q >/dev/null", folder)
    do(f"{bench.okit} set -q 'books[{BOOKS // 2}]/name' Changed 'books[7]/name' Changed", folder)
    size = (folder / "okit/data/default.json").stat().st_size / 1e6
    diff, get = bench.table(f"two states of {size:.0f} MB", [
        Contender("`okit diff`", [bench.okit, "diff"]),
        Contender("`okit get .`", [bench.okit, "get", "."]),
    ], folder).values()
    bench.goal("the differences of two states in 4 times one get", diff.seconds, 4 * get.seconds)


def kept(bench):
    sealed = Sealed(bench)
    folder = sealed.folder
    do(f"{bench.okit} key generate -q >/dev/null 2>&1", folder)
    recipient = "-r \"$(jq -r '.recipients[0]' okit/okit.json)\""
    do(f"{bench.okit} backup create sealed -q {recipient} >/dev/null", folder)
    # Files that have just changed are read again, because a later change could have the same time.
    do("sleep 3", folder)
    unchanged = f"{bench.okit} backup create -q --if-changed {recipient}"
    known, touched = bench.table(f"{TITLE}, nothing new", [
        Contender("`okit backup create --if-changed`", unchanged),
        Contender("the same after `touch`", unchanged, lambda: do("find okit/data -type f -exec touch {} +", folder)),
    ], folder).values()
    bench.goal("1 GB that has not changed in half a second", known.seconds, 0.5)
    bench.goal("1 GB that has only new times in a second", touched.seconds, 1)

    def used():
        """Uses and frees the memory and the blocks of a copy: those that were never used are slower on a virtual machine."""
        do("cp --reflink=never okit/backup/sealed.tar.zst.age out/used && sync -f out && rm out/used", folder)

    rekey, copy = bench.table(f"{TITLE}, in a backup", [
        Contender("`okit backup rekey`", flushed(f"{bench.okit} backup rekey sealed -q {recipient}"), used),
        Contender(
            "`cp`, `mv`",
            flushed("cp --reflink=never okit/backup/sealed.tar.zst.age out/new && mv out/new out/copy"), used),
    ], folder).values()
    bench.goal("other recipients in the time of a copy", rekey.seconds, 1.2 * copy.seconds)
