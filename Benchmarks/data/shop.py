"""Books that were really written about, so that they compress as text does, and images, which do not compress."""

import os
import random

from data.text import PNG, compact, new_id

IMAGE_SIZE = 300_000


def shop(folder):
    """1 GB: four models of 100 MB and 2,000 images of 300 KB."""
    random.seed(1)
    images = [new_id() for _ in range(2000)]
    os.mkdir(folder / "_image")
    for image in images:
        (folder / "_image" / f"{image}.png").write_bytes(PNG + random.randbytes(IMAGE_SIZE - len(PNG)))
    for number in range(4):
        model(folder / f"shelf{number}.json", 100_000_000, images[number * 500:][:500])


def one_model(folder):
    """One model of 1 GB."""
    random.seed(1)
    model(folder / "default.json", 1_000_000_000, [])


def model(path, size, images):
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(random.choices(letters, k=random.randrange(2, 10))) for _ in range(20000)]
    images = list(images)
    with open(path, "w") as file:
        file.write('{"id":"%s","books":[' % new_id())
        written = number = 0
        while written < size:
            book = {
                "id": new_id(), "name": " ".join(random.choices(words, k=3)), "price": number * 0.25,
                "copies": number % 7, "marked": number % 2 == 0, "comment": " ".join(random.choices(words, k=60)),
            }
            if images:
                book["icon"] = {
                    "id": images.pop(), "format": "image/png", "label": "", "quality": 0.5, "scale": 1,
                    "template": False, "size": IMAGE_SIZE,
                }
            written += file.write(("," if number else "") + compact(book))
            number += 1
        file.write("]}")
