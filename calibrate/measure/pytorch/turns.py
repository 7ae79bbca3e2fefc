"""Several processes on one card take turns, so that each measures alone.

Turn(path) is a lock on a file that a process may take again while it holds it; Turn("") locks nothing.
compiled_runs_take(turn) has kernels of torch.compile wait for the turn, but not the compiling between them.
"""
import fcntl
import time


class Turn:
    def __init__(self, path):
        self.file, self.depth, self.count = open(path, "a") if path else None, 0, 0

    def __enter__(self):
        if self.file and self.depth == 0:
            fcntl.flock(self.file, fcntl.LOCK_EX)
        self.depth += 1
        self.count += 1
        return self

    def __exit__(self, *_):
        self.depth -= 1
        if self.file and self.depth == 0:
            import torch

            torch.cuda.synchronize()
            fcntl.flock(self.file, fcntl.LOCK_UN)
            time.sleep(0.02)  # whoever waits comes first


def compiled_runs_take(turn):
    from torch._inductor.output_code import CompiledFxGraph

    plain = CompiledFxGraph.__call__

    def in_turn(self, inputs):
        with turn:
            return plain(self, inputs)

    CompiledFxGraph.__call__ = in_turn
