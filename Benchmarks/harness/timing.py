"""Runs processes and says how long they took."""

import mmap
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Callable, Optional, Union

TOUCHED = 2 << 30


@dataclass
class Contender:
    """Something to be timed."""

    label: str
    # Words are started as they are, a text by a shell.
    command: Union[list, str]
    # What has to be done before each time, and does not count.
    prepare: Optional[Callable] = None
    # What has to be printed, to be sure that everybody did the same.
    prints: Optional[str] = None
    # Statuses that mean that it went well.
    statuses: tuple = (0,)


@dataclass
class Taken:
    """What one process took, with all that it waited for; `user` is what it computed."""

    seconds: float
    user: float
    megabytes: float


@dataclass
class Timing:
    """What one contender took: medians, and the least time."""

    label: str
    seconds: float
    least: float
    megabytes: float


def flushed(command):
    """A command, and its output on the disk."""
    return f"{command} && sync -f ."


def race(contenders, runs, folder, scratch, memory):
    """Times the contenders in turns in a folder, so that what the machine does meanwhile hits all of them; a first time
    does not count, nor one that others disturbed. `memory` says whether they take enough of it that it has to be there."""
    times = {contender.label: [] for contender in contenders}
    patience = Patience()
    for turn in range(runs + 1):
        for contender in contenders:
            while True:
                if contender.prepare:
                    contender.prepare()
                    os.sync()
                if memory or contender is contenders[0]:
                    patience.wait_for_quiet()
                if memory:
                    touch_memory()
                begin = user_seconds()
                taken = once(contender, folder, scratch)
                if patience.accepts(taken, user_seconds() - begin):
                    break
            if turn:
                times[contender.label].append(taken)
    return [
        Timing(
            label, statistics.median(t.seconds for t in taken), min(t.seconds for t in taken),
            statistics.median(t.megabytes for t in taken))
        for label, taken in times.items()
    ]


class Patience:
    """Waits for programs of others to come to rest, and for a while only: on a machine that never rests all counts."""

    LONGEST = 120

    def __init__(self):
        self.end = time.monotonic() + self.LONGEST

    def is_over(self):
        return time.monotonic() > self.end

    def wait_for_quiet(self):
        while not self.is_over():
            begin = user_seconds()
            time.sleep(0.05)
            if user_seconds() - begin < 0.015:
                return
            time.sleep(1)

    def accepts(self, taken, user):
        """Whether others took no more than a tenth of the time, while all together took `user`."""
        return self.is_over() or user - taken.user < 0.1 * taken.seconds + 0.02


def user_seconds():
    """What all processes of the machine together computed so far. What the system did for them is not in it."""
    with open("/proc/stat") as file:
        _, user, nice = file.readline().split()[:3]
    return (int(user) + int(nice)) / os.sysconf("SC_CLK_TCK")


def touch_memory():
    """Makes sure that the next process gets memory of this machine.

    A virtual one may return what was free for two seconds to its host, and getting it again takes longer than reading a model."""
    def touch():
        piece = b"\1" * (1 << 20)
        with mmap.mmap(-1, TOUCHED) as memory:
            while memory.tell() < TOUCHED:
                memory.write(piece)

    apart(touch)


def apart(work, *arguments):
    """Does something in a process of its own, since the most memory that this one ever had counts for those that it starts."""
    child = multiprocessing.get_context("fork").Process(target=work, args=arguments)
    child.start()
    child.join()
    if child.exitcode != 0:
        sys.exit(f"run: {work.__name__} failed")


def once(contender, folder, scratch):
    """Runs a contender.

    The system counts memory from before the program was loaded, so that it is never less than this process has."""
    words = contender.command
    if isinstance(words, str):
        words = ["/bin/sh", "-c", words]
    words = [str(word) for word in words]
    output, errors = pathlib.Path(scratch, "output"), pathlib.Path(scratch, "errors")
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(output) if contender.prints else os.devnull, write, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, str(errors), write, 0o600),
    ]
    os.chdir(folder)
    begin = time.perf_counter()
    process = os.posix_spawnp(words[0], words, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - begin
    if os.waitstatus_to_exitcode(status) not in contender.statuses:
        sys.exit(f"run: {contender.label}: status {os.waitstatus_to_exitcode(status)}\n{errors.read_text()}")
    if contender.prints and output.read_text().strip().strip('"') != contender.prints:
        sys.exit(f"run: {contender.label} did not print {contender.prints}")
    return Taken(seconds, usage.ru_utime, usage.ru_maxrss / 1024)


def do(command, folder="."):
    """Runs what only has to be done; returns what it printed."""
    shell = isinstance(command, str)
    words = command if shell else [str(word) for word in command]
    done = subprocess.run(words, shell=shell, cwd=folder, text=True, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"run: failed: {command}")
    return done.stdout.strip()
