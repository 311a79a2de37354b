"""One line for every primitive, opcode and common instruction: what it does, not how it is written."""
