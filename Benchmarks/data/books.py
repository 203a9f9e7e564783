"""A model of 102 MB with 200,000 books, a thousand lines to set and a thousand to add."""

import os
import random

from data.text import compact, new_id


def few_books(folder):
    """A model of 11.8 MB."""
    write_model(folder, 23_100)


def books(folder):
    ids = write_model(folder, 200_000)
    with open(folder / "values", "w") as file:
        for number in range(1000):
            place = number * 199
            line = {
                "model": "default", "path": f"default:books[{place}]/price", "id": ids[place], "value": number + 0.75,
            }
            file.write(compact(line) + "\n")

    with open(folder / "additions", "w") as file:
        for number in range(1000):
            file.write(compact({"id": new_id(), "name": f"New book {number}", "price": 1.5}) + "\n")


def write_model(folder, count):
    """Writes a model with `count` books, and returns their ids."""
    random.seed(1)
    genres = [new_id() for _ in range(100)]
    ids = [new_id() for _ in range(count)]
    os.mkdir(folder / "data")
    with open(folder / "data/default.json", "w") as file:
        file.write('{"id":"SHOP","genres":%s,"books":[' % compact([{"id": id, "name": f"Genre {id}"} for id in genres]))
        for number, id in enumerate(ids):
            book = {
                "id": id, "name": f"Book {number}", "price": number * 0.25, "copies": number % 7,
                "marked": number % 2 == 0, "genre": {"id": new_id(), "refKey": random.choice(genres)},
                "comment": "What a reader said of it, in so many words. " * (5 + number % 4),
            }
            file.write(("," if number else "") + compact(book))
        file.write("]}")
    return ids


def many_books(folder):
    """A model of 110 MB with 340,000 books in 100 genres."""
    random.seed(1)
    genres = [new_id() for _ in range(100)]
    os.mkdir(folder / "data")
    with open(folder / "data/default.json", "w") as file:
        file.write('{"id":"SHOP","genres":%s,"books":[' % compact([{"id": id, "name": f"Genre {id}"} for id in genres]))
        for number in range(340_000):
            book = {
                "id": new_id(), "name": f"Book {random.randrange(10**6)}", "price": random.randrange(10**4) / 100,
                "copies": number % 7, "marked": number % 2 == 0, "genre": {"id": new_id(), "refKey": random.choice(genres)},
                "added": 600_000_000 + number * 60, "comment": "What a reader said. " * (3 + number % 3),
            }
            file.write(("," if number else "") + compact(book))
        file.write("]}")
