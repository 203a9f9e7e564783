"""Makes the data folders of Benchmarks/entities: many partials with images, and one large model. The same each time."""

import json
import os
import random
import sys
import uuid

many, large = sys.argv[1:]
random.seed(1)

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000080000000808020000004b6d29dc"
    "0000001149444154789c63fcffff3f030d00001d8e0305b5d1fa4a0000000049454e44ae426082"
)


def new_id():
    return str(uuid.UUID(int=random.getrandbits(128))).upper()


def write(path, value):
    with open(path, "w") as file:
        json.dump(value, file, separators=(",", ":"))


os.makedirs(f"{many}/big")
os.makedirs(f"{many}/_image")
groups = []
for group in range(1000):
    items = [
        {"id": new_id(), "name": f"Entity {group}.{item}", "count": item, "price": item * 0.5} for item in range(98)
    ]
    groups.append((new_id(), {"id": new_id(), "name": f"Group {group}", "items": items}))
ids = [item["id"] for _, group in groups for item in group["items"]]
images = 0
for stand_in, group in groups:
    for item in group["items"]:
        item["other"] = {"id": new_id(), "refKey": random.choice(ids)}
        if images < 10000 and random.random() < 0.2:
            images += 1
            image = new_id()
            item["icon"] = {
                "id": image, "format": "image/png", "label": "", "quality": 0.5, "scale": 1, "template": False,
                "size": len(PNG),
            }
            with open(f"{many}/_image/{image}.png", "wb") as file:
                file.write(PNG)
    write(f"{many}/big/{stand_in}.json", group)
write(f"{many}/big.json", {"id": new_id(), "groups": [{"id": id, "name": group["name"]} for id, group in groups]})

os.makedirs(large)
ids = [new_id() for _ in range(300000)]
with open(f"{large}/default.json", "w") as file:
    file.write('{"id":"SHOP","books":[')
    for number, id in enumerate(ids):
        references = [{"id": new_id(), "refKey": random.choice(ids)} for _ in range(3 if number % 3 == 0 else 2)]
        book = {"id": id, "name": f"Book {number}", "authors": references}
        file.write(("," if number else "") + json.dumps(book, separators=(",", ":")))
    file.write("]}")
