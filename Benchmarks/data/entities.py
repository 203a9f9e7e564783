"""Many small entities: in partials with images, and in one model."""

import os
import random

from data.text import PNG, compact, new_id


def partials(folder):
    """98,000 entities with as many references in 1,000 partials, 10,000 images."""
    random.seed(1)
    os.makedirs(folder / "big")
    os.makedirs(folder / "_image")
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
                (folder / "_image" / f"{image}.png").write_bytes(PNG)
        (folder / "big" / f"{stand_in}.json").write_text(compact(group))
    main = {"id": new_id(), "groups": [{"id": id, "name": group["name"]} for id, group in groups]}
    (folder / "big.json").write_text(compact(main))


def references(folder, books):
    """One model in which each book has two or three references to others: of 300,000, 1,000,000 ids and 700,000 references."""
    random.seed(1)
    ids = [new_id() for _ in range(books)]
    with open(folder / "default.json", "w") as file:
        file.write('{"id":"SHOP","books":[')
        for number, id in enumerate(ids):
            authors = [{"id": new_id(), "refKey": random.choice(ids)} for _ in range(3 if number % 3 == 0 else 2)]
            book = {"id": id, "name": f"Book {number}", "authors": authors}
            file.write(("," if number else "") + compact(book))
        file.write("]}")
