#!/usr/bin/env python3
"""Reduces a PNG to at most 256 colours, which halves the size of screenshots. Arguments: IN OUT."""
import collections
import struct
import sys
import zlib


def read(path):
    """Returns the width, height and rows of an 8-bit PNG in RGB or RGBA."""
    data = open(path, "rb").read()
    place, packed = 8, b""
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colours, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and colours in (2, 6) and interlace == 0, "the PNG must have 8-bit RGB or RGBA pixels and no interlacing"
        if kind == b"IDAT":
            packed += body
        place += 12 + size
    step = 3 if colours == 2 else 4
    raw, length, rows = zlib.decompress(packed), width * step, []
    above = bytearray(length)
    for number in range(height):
        start = number * (length + 1)
        how, row = raw[start], bytearray(raw[start + 1:start + 1 + length])
        for i in range(length):
            left = row[i - step] if i >= step else 0
            corner = above[i - step] if i >= step else 0
            if how == 1:
                row[i] = (row[i] + left) & 255
            elif how == 2:
                row[i] = (row[i] + above[i]) & 255
            elif how == 3:
                row[i] = (row[i] + (left + above[i]) // 2) & 255
            elif how == 4:
                far = [abs(above[i] - corner), abs(left - corner), abs(left + above[i] - 2 * corner)]
                row[i] = (row[i] + (left if far[0] <= far[1] and far[0] <= far[2]
                                    else above[i] if far[1] <= far[2] else corner)) & 255
        rows.append([bytes(row[i:i + 3]) for i in range(0, length, step)])
        above = row
    return width, height, rows


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


width, height, rows = read(sys.argv[1])
counts = collections.Counter(pixel for row in rows for pixel in row)
# Gives saturated colours a higher weight, so a small red cross keeps its colour among mostly grey pixels.
weights = {pixel: count * (1 + (max(pixel) - min(pixel)) ** 2 / 200) for pixel, count in counts.items()}
palette = sorted(weights, key=weights.get, reverse=True)[:256]
nearest = {
    pixel: min(range(len(palette)), key=lambda i: sum((a - b) ** 2 for a, b in zip(pixel, palette[i])))
    for pixel in counts
}
body = b"".join(b"\0" + bytes(nearest[pixel] for pixel in row) for row in rows)
with open(sys.argv[2], "wb") as out:
    out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)))
    out.write(chunk(b"PLTE", b"".join(palette)) + chunk(b"IDAT", zlib.compress(body, 9)) + chunk(b"IEND", b""))
