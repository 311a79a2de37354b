"""Plans: the way the engine computes each kind of op; only `plan_of` asks for the kind.

A plan says which region of its input a step reads, and which kernels it runs in which order and number
format. Tiling, execution, compiling ahead and the inspector's list of kernels follow from that.
"""

from __future__ import annotations

from collections.abc import Mapping

from jaxstudio.engine.plan.base import Plan
from jaxstudio.engine.plan.combined import CombinedPlan, ComposedPlan
from jaxstudio.engine.plan.geometry import GeometryPlan
from jaxstudio.engine.plan.guided import GuidedPlan
from jaxstudio.engine.plan.holes import HolePlan
from jaxstudio.engine.plan.library import TiledPlan, WholePlan
from jaxstudio.engine.plan.magnified import MagnifiedPlan
from jaxstudio.engine.plan.masked import MaskedRun, MaskPlan
from jaxstudio.engine.plan.neighbourhood import NeighbourhoodPlan
from jaxstudio.engine.plan.pointwise import (
    ColourMatrixPlan,
    ColourPlan,
    GlobalPlan,
    PlacedPlan,
    PointwisePlan,
    RandomPlan,
)
from jaxstudio.engine.plan.stencil import PixelStencilPlan, StencilPlan
from jaxstudio.engine.plan.warp import WarpPlan
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Composed,
    Filling,
    Geometry,
    Global,
    Guided,
    Magnified,
    Neighbourhood,
    Op,
    PixelStencil,
    Placed,
    Pointwise,
    Random,
    Stencil,
    Tiled,
    Warp,
    Whole,
)

PLANS: Mapping[type, type[Plan]] = {
    Pointwise: PointwisePlan,
    ColourMatrix: ColourMatrixPlan,
    Colour: ColourPlan,
    Placed: PlacedPlan,
    Random: RandomPlan,
    Global: GlobalPlan,
    Neighbourhood: NeighbourhoodPlan,
    Stencil: StencilPlan,
    PixelStencil: PixelStencilPlan,
    Geometry: GeometryPlan,
    Warp: WarpPlan,
    Magnified: MagnifiedPlan,
    Whole: WholePlan,
    Filling: HolePlan,
    Tiled: TiledPlan,
    Guided: GuidedPlan,
    Combined: CombinedPlan,
    Composed: ComposedPlan,
    MaskedRun: MaskPlan,
}


def plan_of(op: Op) -> type[Plan]:
    """The plan class of an op; call it with the op and a step's values, size and channels."""
    return PLANS[type(op.kind)]
