"""A data folder of 1 GB encrypted and decrypted, in which most files are images."""

from data.shop import shop
from harness.cipher import encrypt_and_decrypt

PACKAGES = ["age"]


def run(bench):
    encrypt_and_decrypt(bench, "1 GB in four models and 2,000 images", bench.data(shop))
