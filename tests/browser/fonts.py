"""The fonts that Chromium sees in the tests: those that come with matplotlib.

The site asks for the reader's own font, so widths, and with them what fits and how high
it is, differ from machine to machine. Here the machine's fonts, and its settings for
fonts, are not seen. On macOS and Windows they are: there Chromium asks the system, and
not fontconfig.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

import matplotlib

# What every name stands for that is not installed: about as wide as fonts for text get.
WIDE = "DejaVu Sans"
NARROW = "STIXGeneral"
# Nothing of the machine's is included, and no cache of its own is read.
CONFIGURATION = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <selectfont>
    <rejectfont><glob>*</glob></rejectfont>
    <acceptfont><glob>*/DejaVu*</glob><glob>*/{narrow}*</glob></acceptfont>
  </selectfont>
  <alias>
    <family>monospace</family>
    <prefer><family>DejaVu Sans Mono</family></prefer>
  </alias>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>{wide}</string></edit>
  </match>
</fontconfig>
"""


@contextmanager
def fonts_of_ours() -> Iterator[dict[str, str]]:
    """The variables of the environment by which a program sees these fonts alone."""
    fonts = Path(matplotlib.get_data_path(), "fonts", "ttf")
    with TemporaryDirectory() as folder:
        file, cache = Path(folder, "fonts.conf"), Path(folder, "cache")
        text = CONFIGURATION.format(
            fonts=escape(str(fonts)), cache=escape(str(cache)), wide=WIDE, narrow=NARROW
        )
        file.write_text(text, encoding="utf-8")
        yield {"FONTCONFIG_FILE": str(file)}
