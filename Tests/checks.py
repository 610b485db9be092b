"""What the Python tests share: they go on after a failure, and count."""


class Checks:
    """Counts what was checked, and says what failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {what}", flush=True)
