"""Addresses that were published lead somewhere for ever; none is given away unseen."""

from publish.hooks import addresses
from tests.site.built import Site


def lost(site: Site) -> list[str]:
    """Addresses that were published once and lead nowhere now."""
    known = addresses.read(site.project.root)
    standing = set(addresses.published(site.folder))
    found = []
    for address, target in known.items():
        page, sign, anchor = address.partition("#")
        gone = f"{address or '/'} was published and leads nowhere now"
        moved = known.get(page) if sign else None
        if address in standing:
            # A file that moved is copied.
            if target and (sign or address.endswith("/")):
                found.append(f"{address} has moved, and stands there all the same")
        elif target:
            if _end(target, known) not in standing:
                found.append(f"{address} has moved to {target}, which leads nowhere")
        elif not moved:
            found.append(f"{gone}: say in {addresses.FILE} where it went")
        elif _end(f"{moved}#{anchor}", known) not in standing:  # it went with its page
            found.append(f"{gone}: {moved} has no #{anchor}")
    return found


def _end(address: str, known: dict[str, str | None]) -> str:
    """Where an address leads after all moves, if they are no circle."""
    seen: set[str] = set()
    while (target := known.get(address)) and address not in seen:
        seen.add(address)
        address = target
    return address


def unlisted(site: Site) -> list[str]:
    """What readers would be given links to, and nobody has promised to keep."""
    known = addresses.read(site.project.root)
    return [
        f"{address or '/'} is new: `make addresses` lists it in {addresses.FILE}"
        for address in addresses.published(site.folder)
        if address not in known
    ]
