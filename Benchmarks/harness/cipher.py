"""A data folder encrypted and decrypted, by okit in place and by age into another folder."""

import shutil

from harness.timing import Contender, do, flushed


def encrypt_and_decrypt(bench, title, plain):
    folder = bench.workspace(plain)
    okit = bench.okit
    recipient = do([okit, "-C", folder, "key", "generate", "-o", bench.scratch / "identity.txt"])
    identity = bench.scratch / "identity.txt"
    configuration = folder / "okit/okit.json"
    forms = {"plain": (plain, configuration.read_bytes())}
    do([okit, "-q", "-C", folder, "encrypt", "--all", "-i", identity])
    encrypted = bench.scratch / "encrypted"
    shutil.copytree(folder / "okit/data", encrypted)
    forms["encrypted"] = encrypted, configuration.read_bytes()

    def workspace_is(form):
        def prepare():
            shutil.rmtree(folder / "okit/data")
            shutil.copytree(forms[form][0], folder / "okit/data")
            configuration.write_bytes(forms[form][1])
        return prepare

    out = folder / "out"

    def nothing_is_out():
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(plain, out, ignore=lambda place, names: [name for name in names if "." in name])

    def age(options, source):
        # As few processes as can be: one for each file, and no shell.
        return flushed(f"(cd '{source}' && find . -type f | xargs -I% age {options} -o '{out}'/% %)")

    encryption, by_age, decryption, by_age_back = bench.table(title, [
        Contender("`okit encrypt --all`", flushed(f"{okit} encrypt --all -i {identity}"), workspace_is("plain")),
        Contender("`age -r` of each file", age(f"-r {recipient}", plain), nothing_is_out),
        Contender("`okit decrypt --all`", flushed(f"{okit} decrypt --all -i {identity}"), workspace_is("encrypted")),
        Contender("`age -d` of each file", age(f"-d -i {identity}", encrypted), nothing_is_out),
    ], folder).values()
    do(f"diff -r '{plain}' '{out}'")
    bench.goal(f"{title}: encrypted in age's time", encryption.seconds, by_age.seconds)
    bench.goal(f"{title}: decrypted in age's time", decryption.seconds, by_age_back.seconds)
