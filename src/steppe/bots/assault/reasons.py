"""What there is to say about the orders of this family when no plan says it, by verb or by verb and word."""

from __future__ import annotations

REASONS = {
    "assault": "duty: the rules demand an attack, and no other costs less",
    "deploy": "set-up: the {word} deployment",
    "withdraw": "withdraw: {units} will be missed least",
    "replace": "rebuild: {units} gains most by a step",
    "refit": "refit: {units} can be made whole if it rests",
    "enter": "reinforce: new units are wanted most at {hex}",
    "guards": "guards: {units} stands where a better unit is wanted most",
    "air": "air cover: {number} in the air spoil enough of this attack",
    "convert": "convert: {word} is worth most here",
    "loss": "loss: a step of {units} is the cheapest",
    "retreat": "fall back: {hex} is the best of the ways out: supply, friends, cover",
    "advance": "advance: the hex is worth having, and nothing behind is opened",
    "stay": "stay: the hex is not worth the risk",
    "remove": "overstack: {units} is the best unit of his that can be taken",
    "order move-fight": "order of phases: attacks are worth more after a move",
    "order fight-move": "order of phases: enough can be attacked from where we stand",
}
