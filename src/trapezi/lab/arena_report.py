"""Write the report of an arena as one HTML page that loads no other files and is readable on a phone and on paper."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

Translate = Callable[..., str]
FormatNumber = Callable[[float, str], str]  # Formats a number for the language, given a format such as `.1%`.

BINS = 40  # The maximum number of bars in a score distribution.

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1f2328; --quiet: #667; --line: #d8d6cf; --mark: #1c6e7d;
  --bar: #8fc3cc; --good: #2f8f5b; --bad: #c4553d }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e6e3dc; --quiet: #9aa3ad; --line: #363c44;
  --mark: #6cc3d2; --bar: #2f6d78; --good: #3fa870; --bad: #d4674e } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 1.25rem 1rem 3rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem }
p { margin: .25rem 0; color: var(--quiet) }
code { font: .85em ui-monospace, monospace; color: var(--ink); overflow-wrap: anywhere }
.row { display: grid; grid-template-columns: minmax(5rem, 9rem) 1fr minmax(6.5rem, auto); gap: .25rem .75rem; align-items: center;
  padding: .15rem 0 }
.row > b { font-weight: 600; overflow-wrap: anywhere }
.row > span { text-align: right; font-variant-numeric: tabular-nums }
.row small, td small { display: block; color: var(--quiet); font-size: .75rem; white-space: nowrap }
svg { display: block; width: 100%; overflow: visible } text { fill: var(--quiet); font-size: .75rem }
.grid { stroke: var(--line) } .whisker { stroke: var(--mark); stroke-width: 3; stroke-linecap: round } .dot { fill: var(--mark) }
.bar { fill: var(--bar) } .mean { stroke: var(--mark); stroke-width: 2 }
.wide { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
th, td { padding: .35rem .5rem; text-align: right; border-bottom: 1px solid var(--line) }
th { font-size: .85rem; font-weight: 600; white-space: nowrap } td.text { text-align: left; overflow-wrap: anywhere }
th[scope=row] { position: sticky; left: 0; background: var(--paper); text-align: left }
@media (max-width: 34rem) { h2 { margin-top: 1.75rem } .row { grid-template-columns: 1fr auto }
  .row > svg { grid-column: 1 / -1; grid-row: 2 } }
"""


def html_report(data: dict[str, Any], translate: Translate, number: FormatNumber, lang: str, command: str) -> str:
    """Return the report of an arena from the data that `--json` prints."""
    title, bots = translate("arena.report.title", game=data["game"]), data["bots"]
    facts = {name: data[name] for name in ("players", "games", "played", "seed")}
    rated = any(bot["rating"] is not None for bot in bots.values())
    sections = {
        "wins": win_rate_chart(bots, number),
        "ratings": rating_chart(bots, number) if rated else "",
        "pairs": pair_table(data, number) if data["pairs"] else "",
        "scores": score_distribution_chart(bots, number),
    }
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(translate('arena.report.facts', **facts))}</p>",
        f"<p>{escape(translate('arena.report.stopped'))}</p>" if data["stopped"] else "",
        *(html_section(translate, name, f"arena.report.{name}-about", body) for name, body in sections.items() if body),
        html_section(translate, "forfeits", "", forfeit_table(data["forfeits"], translate, number)) if data["forfeits"] else "",
        f"<h2>{escape(translate('arena.report.again'))}</h2><p><code>{escape(command)}</code></p>",
    ]
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
    )


def html_section(translate: Translate, name: str, about: str, body: str) -> str:
    explanation = f"<p>{escape(translate(about))}</p>" if about else ""
    return f"<section><h2>{escape(translate(f'arena.report.{name}'))}</h2>{explanation}{body}</section>"


def bot_row(name: str, picture: str, value: str, interval: str) -> str:
    """Return a row of a chart: the name of a bot, a picture, and a value with its confidence interval."""
    return f'<div class="row"><b>{escape(name)}</b>{picture}<span>{escape(value)}<small>{escape(interval)}</small></span></div>'


def axis_labels_html(low: float, high: float, form: str, number: FormatNumber) -> str:
    """Return the last row of a chart, which labels the horizontal axis with five numbers."""
    anchors = ("start", "middle", "middle", "middle", "end")
    marks = (number(low + (high - low) * quarter / 4, form) for quarter in range(5))
    texts = (f'<text x="{25 * n}%" y="12" text-anchor="{anchors[n]}">{escape(mark)}</text>' for n, mark in enumerate(marks))
    return f'<div class="row"><b></b><svg height="16">{"".join(texts)}</svg><span></span></div>'


def interval_text(interval: list[float], form: str, number: FormatNumber) -> str:
    return " – ".join(number(end, form) for end in interval)


def win_rate_chart(bots: dict[str, Any], number: FormatNumber) -> str:
    figures = {name: (bot["win_rate"], bot["ci95"]) for name, bot in bots.items() if bot["win_rate"] is not None}
    return sorted_interval_rows(figures, 0.0, 1.0, ".1%", number) + axis_labels_html(0.0, 1.0, ".0%", number)


def rating_chart(bots: dict[str, Any], number: FormatNumber) -> str:
    figures = {name: (bot["rating"], bot["rating_ci95"]) for name, bot in bots.items()}
    values = [end for rating, interval in figures.values() for end in (*interval, rating)]
    margin = max(20.0, (max(values) - min(values)) * 0.05)
    low, high = min(values) - margin, max(values) + margin
    return sorted_interval_rows(figures, low, high, ".0f", number) + axis_labels_html(low, high, ".0f", number)


def sorted_interval_rows(
    figures: dict[str, tuple[float, list[float]]], low: float, high: float, form: str, number: FormatNumber
) -> str:
    """Return a row for each bot with its value and confidence interval on an axis from low to high, the highest value first."""

    def x_percent(value: float) -> str:
        return f"{100 * (value - low) / (high - low):.2f}%"

    grid = "".join(f'<line class="grid" x1="{25 * n}%" x2="{25 * n}%" y1="0" y2="24"/>' for n in range(5))
    rows = []
    for name, (value, interval) in sorted(figures.items(), key=lambda figure: -figure[1][0]):
        text, ends = number(value, form), interval_text(interval, form, number)
        whisker = f'<line class="whisker" x1="{x_percent(interval[0])}" x2="{x_percent(interval[1])}" y1="12" y2="12"/>'
        dot = f'<circle class="dot" cx="{x_percent(value)}" cy="12" r="6"/>'
        picture = f'<svg height="24" role="img" aria-label="{escape(text)} ({escape(ends)})">{grid}{whisker}{dot}</svg>'
        rows.append(bot_row(name, picture, text, ends))
    return "".join(rows)


def pair_table(data: dict[str, Any], number: FormatNumber) -> str:
    """Return a table of how often the bot of a row beats the bot of a column. Rates above one half are green."""
    cells: dict[tuple[str, str], str] = {}
    for pair in data["pairs"]:
        if pair["games"]:
            a, b, rate, (low, high), ties = pair["a"], pair["b"], pair["a_rate"], pair["ci95"], pair["ties"]
            cells[a, b] = win_rate_cell(rate, [low, high], f"{pair['a_wins']} : {pair['b_wins']} : {ties}", number)
            cells[b, a] = win_rate_cell(1 - rate, [1 - high, 1 - low], f"{pair['b_wins']} : {pair['a_wins']} : {ties}", number)
    names = list(data["bots"])
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(
        f'<tr><th scope="row">{escape(row)}</th>{"".join(cells.get((row, column), "<td>·</td>") for column in names)}</tr>'
        for row in names
    )
    return f'<div class="wide"><table><tr><td></td>{head}</tr>{body}</table></div>'


def win_rate_cell(rate: float, interval: list[float], counts: str, number: FormatNumber) -> str:
    strength = min(60, round(abs(rate - 0.5) * 120))
    colour = f"color-mix(in srgb, var(--{'good' if rate > 0.5 else 'bad'}) {strength}%, transparent)"
    text = f"{number(rate, '.1%')}<small>{escape(interval_text(interval, '.0%', number))}</small>"
    return f'<td style="background: {colour}" title="{escape(counts)}">{text}</td>'


def score_distribution_chart(bots: dict[str, Any], number: FormatNumber) -> str:
    scored = {name: {int(score): count for score, count in bot["scores"].items()} for name, bot in bots.items() if bot["scores"]}
    if not scored:
        return ""
    low = min(min(scores) for scores in scored.values())
    high = max(max(scores) for scores in scored.values())
    width = -(-(high - low + 1) // BINS)
    bins = -(-(high - low + 1) // width)
    rows = []
    for name, scores in scored.items():
        counts = [0] * bins
        for score, count in scores.items():
            counts[(score - low) // width] += count
        mean = bots[name]["mean_score"]
        picture = histogram(counts, (mean - low + 0.5) / (bins * width), number(mean, ".1f"))
        rows.append(bot_row(name, picture, number(mean, ".1f"), interval_text(bots[name]["score_ci95"], ".1f", number)))
    return "".join(rows) + axis_labels_html(low, low + bins * width, ".0f", number)


def histogram(counts: list[int], mean_position: float, label: str) -> str:
    """Return a histogram with a line at the mean. `mean_position` is the position of the line as a fraction of the width."""
    highest, width = max(counts), 100 / len(counts)
    heights = {n: 56 * count / highest for n, count in enumerate(counts) if count}
    bars = "".join(
        f'<rect class="bar" x="{n * width:.3f}%" width="{width * 0.9:.3f}%" y="{56 - height:.1f}" height="{height:.1f}"/>'
        for n, height in heights.items()
    )
    mark = f'<line class="mean" x1="{100 * mean_position:.2f}%" x2="{100 * mean_position:.2f}%" y1="0" y2="56"/>'
    baseline = '<line class="grid" x1="0" x2="100%" y1="56" y2="56"/>'
    return f'<svg height="57" role="img" aria-label="{escape(label)}">{bars}{baseline}{mark}</svg>'


def forfeit_table(forfeits: list[dict[str, Any]], translate: Translate, number: FormatNumber) -> str:
    rows = "".join(
        f'<tr><td class="text">{escape(translate(row["reason"], **row["params"]))}</td><td>{number(row["games"], ",d")}</td></tr>'
        for row in forfeits
    )
    return f'<div class="wide"><table>{rows}</table></div>'
