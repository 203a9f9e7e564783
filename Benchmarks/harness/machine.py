"""What was measured where."""

import os
import subprocess


def describe():
    fields = dict(line.split(":", 1) for line in output(["lscpu"]).splitlines() if ":" in line)
    with open("/proc/meminfo") as file:
        kilobytes = int(file.readline().split()[1])
    with open("/etc/os-release") as file:
        system = dict(line.strip().split("=", 1) for line in file if "=" in line)["PRETTY_NAME"].strip('"')
    name = fields["Model name"].strip()
    return f"{name}, {os.cpu_count()} cores, {kilobytes / 1024 / 1024:.0f} GB of memory, {system}"


def versions(okit, packages):
    """okit's version and those of Debian packages, without the parts that are Debian's own."""
    lines = output(["dpkg-query", "--show", "--showformat", "${Package} ${Version}\n", *packages]).splitlines()
    found = [output([okit, "--version"])]
    for line in lines:
        package, version = line.split()
        version = version.split(":")[-1].split("+really")[-1].split("+")[0].rsplit("-", 1)[0]
        found.append(f"{package} {version}")
    return ", ".join(found)


def output(words):
    return subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
