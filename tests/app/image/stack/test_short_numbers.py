"""Numbers in narrow cells keep what counts."""

import pytest

from jaxstudio.app.image.stack.matrix_row import shorten_number


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("0.00291502", 10, "0.00291502"),
        ("0.00291502", 9, "0.002915"),
        ("0.00291502", 7, "0.00292"),
        ("-0.159155", 5, "-0.16"),
        ("1.23457e-08", 8, "1.23e-08"),
        ("12.3457", 5, "12.35"),
        ("12.3457", 4, "12.3"),
        ("12.3457", 3, "12.3457"),  # 12 would be another number: cut off rather than rounded
        ("123456", 3, "123456"),
        ("0", 0, "0"),
    ],
)
def test_as_many_digits_as_there_is_room_for(text, room, shown):
    assert shorten_number(text, lambda words: len(words) <= room) == shown
