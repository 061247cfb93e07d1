"""Colours as people see them: with colour-blindness simulated, and how far apart two of them look."""

from __future__ import annotations

import numpy as np

# Machado, Oliveira and Fernandes (2009), full severity, for linear RGB.
EYES = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
# OKLab, in which equal distances look about equal (Ottosson 2020).
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def apart(a: str, b: str, eyes: str) -> float:
    """How far apart two colours look to a pair of eyes: 0.02 can just be told apart side by side."""
    seen = [TO_LAB @ np.cbrt(TO_CONES @ np.clip(EYES[eyes] @ linear(colour), 0, 1)) for colour in (a, b)]
    return float(np.linalg.norm(seen[0] - seen[1]))


def contrast(a: str, b: str) -> float:
    """The contrast of WCAG 2."""
    low, high = sorted(float(np.dot([0.2126, 0.7152, 0.0722], linear(colour))) for colour in (a, b))
    return (high + 0.05) / (low + 0.05)
