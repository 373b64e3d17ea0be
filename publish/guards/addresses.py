"""Addresses that were published lead somewhere for ever; none is given away unseen."""

from publish.guards.site import Site
from publish.site import addresses


def lost(site: Site) -> list[str]:
    """Addresses that were published once and lead nowhere now."""
    known = addresses.read(site.project.root)
    standing = set(addresses.published(site.folder))
    found = []
    for address, target in known.items():
        page, sign, anchor = address.partition("#")
        gone = f"{address or '/'} was published and leads nowhere now"
        moved = known.get(page) if sign and target is None else None
        if target is not None:
            if not sign and not address.endswith("/"):  # a file: copied, so it stands
                if address not in standing:
                    found.append(gone)
            elif address in standing:
                found.append(f"{address} has moved, and stands there all the same")
            elif not _resolves(target, known, standing):
                found.append(f"{address} has moved to {target}, which leads nowhere")
            elif not _leads(site, page, anchor):
                found.append(gone)
        elif moved is not None:  # a whole page went, its sections with it
            if not _resolves(f"{moved}#{anchor}", known, standing):
                found.append(f"{gone}: {moved} has no #{anchor}")
        elif address not in standing:
            found.append(f"{gone}: say in {addresses.FILE} where it went")
    return found


def _resolves(
    address: str, known: dict[str, str | None], standing: set[str], steps: int = 9
) -> bool:
    """Whether an address stands, or was moved to one that does, and not in a circle."""
    if address in standing:
        return True
    target = known.get(address)
    if target is None or not steps:
        return False
    return _resolves(target, known, standing, steps - 1)


def _leads(site: Site, page: str, anchor: str) -> bool:
    """Whether the built site does lead on from an address that moved."""
    tree = site.trees.get(f"{page}index.html")
    if tree is None:
        return False
    return not anchor or tree.get_element_by_id(anchor, None) is not None


def unlisted(site: Site) -> list[str]:
    """What readers would be given links to, and nobody has promised to keep."""
    known = addresses.read(site.project.root)
    return [
        f"{address or '/'} is new: `make addresses` lists it in {addresses.FILE}"
        for address in addresses.published(site.folder)
        if address not in known
    ]
