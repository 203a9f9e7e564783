"""A model of 1 GB encrypted and decrypted."""

from data.shop import one_model
from harness.cipher import encrypt_and_decrypt

PACKAGES = ["age"]


def run(bench):
    encrypt_and_decrypt(bench, "one model of 1 GB", bench.data(one_model))
