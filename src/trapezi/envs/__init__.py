"""Environments for learning algorithms: the games for Gymnasium, PettingZoo and OpenSpiel. Guide: docs/environments.md.

| module | environment | installed by |
|---|---|---|
| `trapezi.envs.gym`, `trapezi.envs.vector` | one seat against bots, one game or many at once | `trapezi[gym]` |
| `trapezi.envs.pettingzoo` | all seats, one by one or together | `trapezi[pettingzoo]` |
| `trapezi.envs.openspiel` | game trees with chance nodes | `trapezi[openspiel]` |
"""
