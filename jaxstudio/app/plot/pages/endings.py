"""Why a walk or a training goes no further, as a sentence in the window's language."""

from __future__ import annotations

from jaxstudio.app.shared.text import tr


def ending(reason: str) -> str:
    """The sentence for a reason that functions/descent.py or functions/service/training.py gives."""
    sentences = {
        "took all its steps": tr("It took all its steps."),
        "the next step leads to where there is no finite value or slope": tr(
            "It stops: the next step leads to where there is no finite value or slope."
        ),
        "ran away": tr("It ran away."),
        "the loss left all finite numbers": tr("The loss left all finite numbers."),
        "saw all its epochs": tr("It saw all its epochs."),
        "stopped by hand": tr("It was stopped by hand."),
    }
    return sentences.get(reason, f"{reason}.")
