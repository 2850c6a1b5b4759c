PERIOD = 12 * 60 + 25


def show(m):
    return f"{m // 60 % 24:02d}:{m % 60:02d}"


def waters(t0, n=4):
    gap = PERIOD / 2
    for i in range(n):
        name = "high" if i % 2 == 0 else "low"
        yield name, show(round(t0 + i * gap))


def get_start(line):
    h, m = line.strip().split(":")
    if not 0 <= int(m) < 60:
        raise ValueError(f"not a time of day: {line}")
    return int(h) * 60 + int(m)


if __name__ == "__main__":
    begin = get_start(input("First high water today? "))
    for name, at in waters(begin):
        print(f"{name:>5} water at {at}")
