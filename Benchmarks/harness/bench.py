"""What parts work with: okit, places for data, tables and goals."""

import hashlib
import inspect
import os
import pathlib
import shutil
import sys
import tempfile

from harness import machine
from harness.timing import Contender, apart, do, once, race

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / ".build/benchmarks"


class Bench:
    def __init__(self, okit, runs):
        self.okit = okit
        self.runs = runs
        self.packages = []
        self.goals = []

    def __enter__(self):
        PLACE.mkdir(parents=True, exist_ok=True)
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="work-", dir=PLACE))
        for name in list(os.environ):
            if name.startswith("OKIT_") or name in ("TZ", "LC_ALL", "LANG"):
                del os.environ[name]
        os.environ["XDG_CONFIG_HOME"] = str(self.place / "config")
        return self

    def __exit__(self, *_):
        os.chdir(ROOT)
        shutil.rmtree(self.place)

    # Parts

    def begin(self, name, packages):
        """Installs what a part needs, and gives it a folder of its own."""
        do([ROOT / "Scripts/need-packages", *packages])
        self.packages += [package for package in packages if package not in self.packages]
        for old in self.place.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        self.scratch = self.place / name
        self.scratch.mkdir()
        self.floor = once(Contender("true", ["/bin/true"]), self.place, self.place).megabytes
        print(f"run: {name}", file=sys.stderr)

    def end(self):
        """Says what was measured where."""
        print("Goals:\n")
        for text, value, limit, unit in self.goals:
            met = "met" if value <= limit else "missed"
            print(f"- {text}: {met}, {value:.{places(value)}f} of {limit:.{places(limit)}f} {unit}")
        print(f"\n{machine.describe()}; {machine.versions(self.okit, self.packages)}; medians of {self.runs}.")

    # Data

    def data(self, make, *arguments):
        """The folder that `make(folder, *arguments)` fills, made only once as long as its module stays as it is."""
        source = inspect.getsource(inspect.getmodule(make)) + repr((make.__name__, arguments))
        name = f"{make.__name__}-{hashlib.sha256(source.encode()).hexdigest()[:12]}"
        folder = PLACE / "data" / name
        if not folder.is_dir():
            print(f"run: making {name}", file=sys.stderr)
            unfinished = PLACE / "data" / f"{name}.new"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(parents=True)
            apart(make, unfinished, *arguments)
            unfinished.rename(folder)
        return folder

    def workspace(self, data, *options):
        """A new workspace with a copy of a data folder."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="workspace-", dir=self.scratch))
        do([self.okit, "init", "-q", folder, "--data", data, *options])
        return folder

    def peer(self, name):
        """A file of Benchmarks/peers."""
        return ROOT / "Benchmarks/peers" / name

    # Results

    def table(self, title, contenders, folder, memory=True, unit="s", runs=None):
        """Times contenders in a folder, prints a table, and returns the timings by label."""
        timings = race(contenders, runs or self.runs, folder, self.place, memory)
        print(f"| {title} | time | least |" + (" memory |" if memory else ""))
        print("|---|---|---|" + ("---|" if memory else ""))
        for timing in timings:
            times = [
                f"{time * 1000:.1f} ms" if unit == "ms" else f"{time:.2f} s" for time in (timing.seconds, timing.least)
            ]
            print(f"| {timing.label} | {' | '.join(times)} |" + (f" {self.memory(timing)} |" if memory else ""))
        print(flush=True)
        return {timing.label: timing for timing in timings}

    def memory(self, timing):
        least = self.floor * 1.1
        return f"{timing.megabytes:.0f} MB" if timing.megabytes > least else f"under {least:.0f} MB"

    def goal(self, text, value, limit, unit="s"):
        """Notes that `value` was to be at most `limit`."""
        self.goals.append((text, value, limit, unit))


def places(value):
    return 2 if value < 100 else 0
