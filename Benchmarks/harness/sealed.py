"""What backups of 1 GB are made of, and the password that seals them."""

import shutil

from data.shop import shop
from harness.timing import Contender, flushed

PASSWORD = "correct horse battery staple"
TITLE = "1 GB: 400 MB of models, 600 MB of images"


class Sealed:
    """A workspace of 1 GB, and where backups of it go."""

    def __init__(self, bench):
        self.folder = bench.workspace(bench.data(shop))
        self.okit = bench.okit
        self.seal = bench.peer("seal")
        self.password = bench.scratch / "password"
        self.password.write_text(PASSWORD)
        self.password.chmod(0o600)
        self.out = self.folder / "out"
        self.empty()

    def empty(self):
        """Takes away what was made before."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir()

    def okit_backup(self, name, format="age"):
        return f"{self.okit} backup create -q --format {format} --password-file {self.password} -o out/{name}"

    def age_backup(self, name):
        return f"{self.seal} '{PASSWORD}' 'tar -c -C okit data | zstd -q -T0 | age -p -o out/{name}'"

    def made(self, label, command):
        return Contender(label, flushed(command), self.empty)
