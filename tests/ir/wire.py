"""Reads XLA's own module, as a protocol buffer, without XLA: what the parsers of texts are held against."""

# field numbers of xla/service/hlo.proto
MODULE = {"computations": 3, "frames": 17}
COMPUTATION = {"instructions": 2}
INSTRUCTION = {"name": 1, "opcode": 2, "metadata": 7}
METADATA = {"op_name": 2, "stack_frame_id": 15}
FRAMES = {"files": 1, "functions": 2, "places": 3, "stack": 4}
PLACE = {"file": 1, "function": 2, "line": 3, "column": 4, "end_line": 5, "end_column": 6}
FRAME = {"place": 1, "parent": 2}


def fields(data):
    """{number: [values]}: integers, or bytes."""
    found, position = {}, 0
    while position < len(data):
        key, position = varint(data, position)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, position = varint(data, position)
        elif kind == 2:
            length, position = varint(data, position)
            value, position = data[position : position + length], position + length
        else:
            size = {1: 8, 5: 4}[kind]
            value, position = data[position : position + size], position + size
        found.setdefault(number, []).append(value)
    return found


def varint(data, position):
    value = shift = 0
    while True:
        byte = data[position]
        value |= (byte & 127) << shift
        position, shift = position + 1, shift + 7
        if byte < 128:
            return value, position


def instructions(data):
    """name → (opcode, op_name, frames innermost first as (file, function, line, column))."""
    module = fields(data)
    tables = {name: module_table(module, number) for name, number in FRAMES.items()}
    found = {}
    for computation in map(fields, module[MODULE["computations"]]):
        for one in map(fields, computation.get(COMPUTATION["instructions"], [])):
            metadata = fields(one.get(INSTRUCTION["metadata"], [b""])[0])
            op_name = metadata.get(METADATA["op_name"], [b""])[0].decode()
            frame = metadata.get(METADATA["stack_frame_id"], [0])[0]
            name = one[INSTRUCTION["name"]][0].decode()
            found[name] = (one[INSTRUCTION["opcode"]][0].decode(), op_name, stack(tables, frame))
    return found


def module_table(module, number):
    return fields(module.get(MODULE["frames"], [b""])[0]).get(number, [])


def stack(tables, number):
    """Numbers count from 1; 0 is none."""
    found = []
    while number:
        frame = fields(tables["stack"][number - 1])
        place = fields(tables["places"][frame[FRAME["place"]][0] - 1])
        found.append(
            (
                tables["files"][place[PLACE["file"]][0] - 1].decode(),
                tables["functions"][place[PLACE["function"]][0] - 1].decode(),
                place[PLACE["line"]][0],
                place.get(PLACE["column"], [0])[0],
            )
        )
        number = frame.get(FRAME["parent"], [0])[0]
    return found
