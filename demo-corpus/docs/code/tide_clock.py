"""Turn the time of one high water into a day of tides."""

MINUTES_BETWEEN_TIDES = 12 * 60 + 25


def clock(minutes):
    """Write minutes since midnight as hours and minutes."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def tides(first_high, count=4):
    """Yield alternating high and low waters, starting with a high one."""
    half = MINUTES_BETWEEN_TIDES / 2
    for step in range(count):
        kind = "high" if step % 2 == 0 else "low"
        yield kind, clock(round(first_high + step * half))


def read_time(text):
    """Read a time such as 7:42 as minutes since midnight."""
    hours, minutes = text.strip().split(":")
    if not 0 <= int(minutes) < 60:
        raise ValueError(f"not a time of day: {text}")
    return int(hours) * 60 + int(minutes)


if __name__ == "__main__":
    start = read_time(input("First high water today? "))
    for kind, when in tides(start):
        print(f"{kind:>5} water at {when}")
