"""Every compilation of this process: what, when, how long, from the cache or not, and why it came about.

LEDGER.start()
…
LEDGER.entries()
"""

from jaxstudio.ir.ledger.entries import Change, Entry
from jaxstudio.ir.ledger.listening import LEDGER, Ledger

__all__ = ["LEDGER", "Change", "Entry", "Ledger"]
