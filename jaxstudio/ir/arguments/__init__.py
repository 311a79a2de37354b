"""Arguments of a call as people write them, `x=f32[8,3], n=3, key=key(0)`, read and made."""

from jaxstudio.ir.arguments.grammar import Call, read_call

__all__ = ["Call", "read_call"]
