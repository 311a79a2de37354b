"""XMP packets: the orientation in them, and the second packet that a JPEG holds beside the first."""

from __future__ import annotations

import hashlib
import re
from xml.parsers import expat

# Patterns begin with a literal: no pattern may walk twice over the kilobytes of spaces in a packet.
EXTENSION = re.compile(
    rb""":HasExtendedXMP(?:\s*=\s*["']|\s*>\s*)([0-9A-Fa-f]{32})(?:["']|\s*</[\w.-]+:HasExtendedXMP\s*>)"""
)
PREFIX = re.compile(rb"(?:\s|<)[\w.-]{1,64}$")
RDF_END = re.compile(rb"</[\w.-]+:RDF\s*>")
RDF_CONTENT = re.compile(rb"<([\w.-]+):RDF(?:\s[^<>]*)?>(.*)</\1:RDF\s*>", re.DOTALL)
STUB = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/"'
    b' xmpNote:HasExtendedXMP="%s"/>'
    b"</rdf:RDF></x:xmpmeta>"
)


def upright_xmp(xmp: bytes) -> bytes:
    """XMP whose orientation is 1, as the pixels' is once they are read."""
    return re.sub(rb"(tiff:Orientation(?:\s*=\s*[\"']|>))[2-8]", rb"\g<1>1", xmp)


def extension_of(xmp: bytes) -> bytes | None:
    """The identifier (32 hexadecimal digits) of the second packet that a packet names."""
    match = EXTENSION.search(xmp)
    return match[1] if match else None


def _without_extension(xmp: bytes) -> bytes:
    match = EXTENSION.search(xmp)
    prefix = PREFIX.search(xmp, max(0, match.start() - 65), match.start()) if match else None
    return xmp[: prefix.start()] + xmp[match.end() :] if match and prefix else xmp


def joined(xmp: bytes, extension: bytes) -> bytes | None:
    """Both packets as one, for formats that hold packets of any length; None where that is no longer XML.

    The second packet's descriptions follow those of the first.
    """
    content, end = RDF_CONTENT.search(extension), list(RDF_END.finditer(xmp))
    if content is None or not end:
        return None
    at = end[-1].start()
    whole = _without_extension(xmp[:at] + content[2] + xmp[at:])
    return whole if _is_xml(whole) else None


def split(xmp: bytes) -> tuple[bytes, bytes]:
    """A packet too long for a JPEG's segment as a short one that names it, and itself as the second one."""
    return STUB % hashlib.md5(xmp, usedforsecurity=False).hexdigest().upper().encode(), xmp


def _is_xml(text: bytes) -> bool:
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(text.rstrip(b"\0"), True)
    except expat.ExpatError:
        return False
    return True
