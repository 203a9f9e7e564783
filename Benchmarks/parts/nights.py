"""Eight nights of a model of 11.8 MB with one edit each, and one without: okit beside restic and borg."""

import os

from data.books import few_books
from harness.sealed import PASSWORD
from harness.timing import Contender, do, flushed, once

PACKAGES = ["restic", "borgbackup", "jq"]
NIGHTS = 8


def run(bench):
    data = bench.data(few_books)
    whole, changed = bench.workspace(data), bench.workspace(data)
    for folder in (whole, changed):
        do(f"{bench.okit} key generate -q >/dev/null 2>&1", folder)
    (whole / "out").mkdir()
    os.environ.update(
        RESTIC_PASSWORD=PASSWORD, BORG_PASSPHRASE=PASSWORD, XDG_CACHE_HOME=str(bench.scratch / "cache"),
        BORG_BASE_DIR=str(bench.scratch / "borg"))
    # restic cuts files differently in each repository, so both get the same one.
    do("restic -q init -r out/restic && cp -a out/restic out/okit && borg init -e repokey-blake2 out/borg 2>/dev/null", whole)
    create = f"{bench.okit} backup create -q night-NIGHT -r \"$(jq -r '.recipients[0]' okit/okit.json)\""
    verify = f"{bench.okit} backup verify -q --all"
    tools = [
        ("`okit backup create -r`", whole, create, verify, "okit/backup"),
        ("`okit backup create -r --if-changed`", changed, f"{create} --if-changed", verify, "okit/backup"),
        (
            "`okit backup create --repository`", whole, f"{bench.okit} backup create -q --repository out/okit",
            f"{verify} --repository out/okit", "out/okit"),
        (
            "`restic backup`", whole, "restic -q -r out/restic backup okit/data",
            "restic -q -r out/restic check --read-data", "out/restic"),
        (
            "`borg create -C zstd,3`", whole, "borg create -C zstd,3 out/borg::NIGHT okit/data",
            "borg check --verify-data out/borg", "out/borg"),
    ]

    def seconds(command, folder):
        return once(Contender(command, command), folder, bench.place).seconds

    nights, still = [0.0] * len(tools), [0.0] * len(tools)
    for night in range(1, NIGHTS + 2):
        # The last night has no edit.
        if night <= NIGHTS:
            for folder in (whole, changed):
                do(f"{bench.okit} set -q 'books[{night * 997}]/price' {night}.25", folder)
        for index, (_, folder, backup, _, _) in enumerate(tools):
            taken = seconds(flushed(backup.replace("NIGHT", str(night))), folder)
            if night <= NIGHTS:
                nights[index] += taken
            else:
                still[index] = taken
    sizes = {}
    print("| a model of 11.8 MB with one edit each night | eight nights | a night without an edit | stored | verifying all |")
    print("|---|---|---|---|---|")
    for index, (label, folder, _, verify, place) in enumerate(tools):
        size = sum(path.stat().st_size for path in (folder / place).rglob("*") if path.is_file()) / 1e6
        sizes[place] = size
        print(
            f"| {label} | {nights[index]:.2f} s | {still[index]:.2f} s | {size:.1f} MB | {seconds(verify, folder):.2f} s |")
    print(flush=True)
    bench.goal("nights in a repository in 1.1 times the space of restic", sizes["out/okit"], 1.1 * sizes["out/restic"], "MB")
