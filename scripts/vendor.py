"""What the pages need of others: htmx and two type families, taken from npm packages and made small.

`scripts/vendor.py` fetches the packages with `npm pack`, makes the files of `web/static/vendor` and writes down in its
`vendor.toml` where each comes from; `scripts/vendor.py --check` says whether the files are still the ones written down.
Needs npm and `fonttools[woff]`; nothing of this runs when Footlights is set up or served.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import tomllib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256, sha512
from pathlib import Path
from typing import Final, NamedTuple

VENDOR: Final = Path(__file__).parents[1] / "src/footlights/web/static/vendor"
LIST: Final = VENDOR / "vendor.toml"


class Package(NamedTuple):
    """An npm package: its exact version, the digest of its archive, its licence."""

    name: str
    version: str
    integrity: str
    licence: str
    licence_file: str


HTMX: Final = Package(
    "htmx.org",
    "4.0.1",
    "oF7JgXhDW9UXCy/k1ZYFUQgzu/rm19ORWPSPNL91vPluB2PB9+MV55tyQdH/w7o2EAbTYUG5SDW1R60mdkdqGg==",
    "0BSD",
    "htmx.LICENSE.txt",
)
LITERATA: Final = Package(
    "@fontsource-variable/literata",
    "5.3.0",
    "1Jw7xvOcoGyB83lxB2nG4bfNbqtX2/TTbdh9sHAOmU064SvmSdulDtA5RBu5JYWf64fdaKX7xU+z3GO1T2bCHA==",
    "OFL-1.1",
    "literata.LICENSE.txt",
)
ATKINSON: Final = Package(
    "@fontsource-variable/atkinson-hyperlegible-next",
    "5.3.0",
    "UnLzNUy1RWoLDfydAatP4NaRm99X/WbQEph7q/PymJnCFIOOwKOx3pBmp5ys8trO0dM+CKGuJgeZP9fAR4mQpA==",
    "OFL-1.1",
    "atkinson.LICENSE.txt",
)


class Script(NamedTuple):
    """Scripts of one package joined to one file: two that load apart may start in the wrong order."""

    out: str
    package: Package
    parts: tuple[str, ...]


class Font(NamedTuple):
    """One font of a package, cut to the letters and the parts of its axes that the pages use."""

    out: str
    package: Package
    part: str
    axes: Mapping[str, float | tuple[float, float]]
    letters: Iterable[int] | None
    """None: all that it has."""
    kerned: bool = True


BASIC: Final = frozenset(
    {
        *range(0x20, 0x7F),
        *(0xA0, 0xB7, 0xD7),
        *(0x2013, 0x2014, *range(0x2018, 0x201F), 0x2020, 0x2022, 0x2026, 0x2039, 0x203A, 0x2212),
    }
)
"""What every English page needs; the rest of Latin is a file that browsers fetch for names that ask for it."""
MORE: Final = (
    frozenset({*range(0xA1, 0x100), 0x131, 0x152, 0x153, 0x2032, 0x2033, 0x2044, 0x20AC, 0x2122}) - BASIC
)
WEIGHTS: Final = (400.0, 700.0)
SIZES: Final = (12.0, 48.0)
"""Optical sizes, in pixels: nothing is set smaller, and larger looks as the largest."""
FEATURES: Final = ("mark", "mkmk", "ccmp", "locl", "liga", "lnum", "tnum")

SCRIPTS: Final = (Script("htmx-sse.js", HTMX, ("dist/htmx.min.js", "dist/ext/hx-sse.min.js")),)
UPRIGHT: Final = "files/literata-latin-opsz-normal.woff2"
ITALIC: Final = "files/literata-latin-opsz-italic.woff2"
SANS: Final = "files/atkinson-hyperlegible-next-latin-wght-normal.woff2"
_TEXT: Final = {"wght": (400.0, 600.0), "opsz": SIZES}
_ASIDE: Final = {"wght": 400.0, "opsz": 16.0}
FONTS: Final = (
    Font("literata.woff2", LITERATA, UPRIGHT, _TEXT, BASIC),
    Font("literata-more.woff2", LITERATA, UPRIGHT, _TEXT, MORE),
    Font(
        "literata-ext.woff2",
        LITERATA,
        "files/literata-latin-ext-wght-normal.woff2",
        {"wght": (400.0, 600.0)},
        None,
    ),
    Font("literata-italic.woff2", LITERATA, ITALIC, _ASIDE, BASIC, kerned=False),
    Font("literata-italic-more.woff2", LITERATA, ITALIC, _ASIDE, MORE, kerned=False),
    Font("atkinson.woff2", ATKINSON, SANS, {"wght": WEIGHTS}, BASIC),
    Font("atkinson-more.woff2", ATKINSON, SANS, {"wght": WEIGHTS}, MORE),
    Font(
        "atkinson-ext.woff2",
        ATKINSON,
        "files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2",
        {"wght": WEIGHTS},
        None,
    ),
)


def unpacked(package: Package, into: Path) -> Path:
    """The package's files. Raises SystemExit when its archive is not the one that was looked at."""
    wanted = f"{package.name}@{package.version}"
    subprocess.run(["npm", "pack", "--silent", "--pack-destination", into, wanted], check=True, cwd=into)
    flat = package.name.removeprefix("@").replace("/", "-")
    archive = into / f"{flat}-{package.version}.tgz"
    found = b64encode(sha512(archive.read_bytes()).digest()).decode()
    if found != package.integrity:
        sys.exit(f"{wanted}: its archive has the digest {found}, not {package.integrity}")
    with tarfile.open(archive) as tar:
        tar.extractall(into / flat, filter="data")
    return into / flat / "package"


def cut(source: Path, font: Font, to: Path) -> None:
    """Write the font with only what the pages use."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    found = TTFont(source)
    options = Options(layout_features=[*FEATURES, *(["kern"] if font.kerned else [])], hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.letters if font.letters is not None else found.getBestCmap())
    subsetter.subset(found)
    made = instantiateVariableFont(found, dict(font.axes))
    made.flavor = "woff2"
    made.recalcTimestamp = False
    made.save(to)


def make() -> None:
    """Make every file anew, and the list of them."""
    with tempfile.TemporaryDirectory() as place:
        at = {package: unpacked(package, Path(place)) for package in (HTMX, LITERATA, ATKINSON)}
        for script in SCRIPTS:
            text = "\n".join((at[script.package] / part).read_text() for part in script.parts)
            (VENDOR / script.out).write_text(text)
        for font in FONTS:
            cut(at[font.package] / font.part, font, VENDOR / font.out)
        for package, files in at.items():
            (VENDOR / package.licence_file).write_bytes((files / "LICENSE").read_bytes())
    LIST.write_text("\n".join(_listed()))


def _listed() -> Iterable[str]:
    yield "# Made by scripts/vendor.py; `scripts/vendor.py --check` compares the digests with the files.\n"
    parts: list[tuple[str, Package, tuple[str, ...]]] = [(one.out, one.package, one.parts) for one in SCRIPTS]
    parts += [(one.out, one.package, (one.part,)) for one in FONTS]
    for out, package, sources in parts:
        yield "[[file]]"
        yield f'name = "{out}"'
        yield f'sha256 = "{_digest(out)}"'
        yield f'package = "{package.name}"'
        yield f'version = "{package.version}"'
        yield f'integrity = "sha512-{package.integrity}"'
        yield f"from = [{', '.join(f'{part!r}' for part in sources)}]"
        yield f'licence = "{package.licence}"'
        yield f'licence_text = "{package.licence_file}"\n'


def _digest(name: str) -> str:
    return sha256((VENDOR / name).read_bytes()).hexdigest()


def faults() -> list[str]:
    """What is not as the list says."""
    files = tomllib.loads(LIST.read_text())["file"]
    named = {file["name"] for file in files} | {file["licence_text"] for file in files} | {LIST.name}
    found = [f"{path.name} is not in the list" for path in VENDOR.iterdir() if path.name not in named]
    found += [f"{name} is missing" for name in named if not (VENDOR / name).exists()]
    found += [
        f"{file['name']} is not the file that was made"
        for file in files
        if (VENDOR / file["name"]).exists() and _digest(file["name"]) != file["sha256"]
    ]
    return sorted(found)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        if wrong := faults():
            sys.exit("static/vendor: " + "; ".join(wrong))
    else:
        make()
