"""What all data are made of. The same each time: who begins, seeds."""

import json
import random
import uuid

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000080000000808020000004b6d29dc"
    "0000001149444154789c63fcffff3f030d00001d8e0305b5d1fa4a0000000049454e44ae426082"
)


def new_id():
    return str(uuid.UUID(int=random.getrandbits(128))).upper()


def compact(value):
    return json.dumps(value, separators=(",", ":"))
