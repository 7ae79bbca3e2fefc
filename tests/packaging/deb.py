"""Makes the Debian package, unpacks it where nothing else is, and runs the planner there: deb.py CPACK BUILD FOLDER."""
import os
import pathlib
import re
import shutil
import subprocess
import sys


def run(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=True, **options).stdout


def libraries_of(program):
    """Files that the loader takes: they come from other packages (the package's Depends)."""
    return re.findall(r"(/\S+) \(0x", run("ldd", program))


def clean_place(package, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("dpkg-deb", "-x", package, folder)
    for library in libraries_of(folder / "usr/bin/perfmodel-plan"):
        place = folder / library[1:]
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.path.realpath(library), place)


def say_where_the_program_is(folder):
    """As /proc does, which a bare folder has not: the planner finds its data from there."""
    (folder / "proc/self").mkdir(parents=True)
    (folder / "proc/self/exe").symlink_to("/usr/bin/perfmodel-plan")


def inside(folder, *command):
    """With this folder as the root of all files, where that is allowed."""
    program = shutil.which("chroot") or "/usr/sbin/chroot"
    return subprocess.run([program, str(folder), *command], capture_output=True, text=True, env={}, cwd="/")


def main():
    cpack, build, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    if not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
        print("not tested: no dpkg-deb or dpkg-shlibdeps (Debian: dpkg-dev)")
        return 0
    out = folder / "package"
    shutil.rmtree(out, ignore_errors=True)
    run(cpack, "-G", "DEB", "-B", out, cwd=build)
    (package,) = out.glob("*.deb")
    version = re.search(
        r"project\(perfmodel VERSION ([0-9.]+)", (pathlib.Path(__file__).parents[2] / "CMakeLists.txt").read_text()
    )
    fields = run("dpkg-deb", "-f", package)
    assert f"Version: {version.group(1)}" in fields, fields
    assert re.search(r"^Depends: .*libc6", fields, re.M), fields
    names = run("dpkg-deb", "-c", package)
    for name in (
        "/usr/bin/perfmodel-plan",
        "/usr/share/perfmodel/devices/t4.json",
        "/usr/share/perfmodel/schemas/network.schema.json",
        "/usr/share/man/man1/perfmodel-plan-gemm.1",
        "/usr/share/bash-completion/completions/perfmodel-plan",
        "/usr/share/zsh/site-functions/_perfmodel-plan",
        "/usr/share/fish/vendor_completions.d/perfmodel-plan.fish",
        "/usr/share/doc/perfmodel/LICENSE",
        "/usr/share/doc/perfmodel/docs/guide/first-plan.md",
        "/usr/include/perfmodel/perfmodel.hpp",
        "pkgconfig/perfmodel.pc",
        "perfmodelConfig.cmake",
    ):
        assert name in names, f"{name} is not in the package"
    root = folder / "root"
    clean_place(package, root)
    say_where_the_program_is(root)
    done = inside(root, "/usr/bin/perfmodel-plan", "--version")
    if done.returncode == 125 or "Operation not permitted" in done.stderr:
        print("not tested: chroot is not allowed here")
        return 0
    assert done.stdout.strip() == f"perfmodel-plan {version.group(1)}", done
    done = inside(root, "/usr/bin/perfmodel-plan", "recommend", "resnet50", "-d", "T4,H100-SXM5-80GB", "-b", "64")
    assert done.returncode == 0 and "Train on H100-SXM5-80GB" in done.stdout, done
    assert "measured:" in done.stdout, done  # the calibrated files were found, too
    print("installed and run in", root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
