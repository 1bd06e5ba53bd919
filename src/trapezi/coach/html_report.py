"""Write the review of a game as one HTML page that loads no other files and runs no scripts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from trapezi.coach.review import Decision, Review, SeatReview
from trapezi.coach.skill_and_luck import skill_and_luck_sentence
from trapezi.coach.value_units import WIN, from_fixed_point

Translate = Callable[..., str]
FormatNumber = Callable[[float, str], str]  # Formats a number for the language, given a format such as `.1%`.
Percent = float

WIDTH, HEIGHT = 720, 220  # The width and the height of the curve, in the units of its picture.
STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1f2328; --quiet: #667; --line: #d8d6cf; --good: #2f8f5b;
  --bad: #c4553d;
  --seat-0: #1c6e7d; --seat-1: #b3541e; --seat-2: #6b4fa0; --seat-3: #4c7a1f; --seat-4: #a13670; --seat-5: #7a6a1c }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e6e3dc; --quiet: #9aa3ad; --line: #363c44;
  --good: #3fa870; --bad: #d4674e; --seat-0: #6cc3d2; --seat-1: #eb9a67; --seat-2: #b39ae6; --seat-3: #a3cf73; --seat-4: #e58fbb;
  --seat-5: #d3c061 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif }
main { max-width: 48rem; margin: 0 auto; padding: 1.25rem 1rem 3rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem }
p { margin: .25rem 0; color: var(--quiet) } p.verdict { color: var(--ink); font-size: 1.15rem }
.row { display: grid; grid-template-columns: minmax(5rem, 9rem) 1fr minmax(5rem, auto); gap: .25rem .75rem; align-items: center;
  padding: .15rem 0 } .row > b { font-weight: 600; overflow-wrap: anywhere }
.row > span { text-align: right; font-variant-numeric: tabular-nums }
svg { display: block; width: 100%; overflow: visible } text { fill: var(--quiet); font-size: .75rem }
.grid { stroke: var(--line) } .good { fill: var(--good) } .bad { fill: var(--bad) }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round } .mark { fill: var(--bad) }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1rem } .key span::before { content: "— "; font-weight: 700;
  color: var(--colour) }
ol { padding-left: 1.5rem } li { margin: .5rem 0 } li p { font-size: .9rem }
.wide { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid var(--line) }
th { font-size: .85rem; font-weight: 600 } .text { text-align: left; overflow-wrap: anywhere }
@media (max-width: 34rem) { .row { grid-template-columns: 1fr auto } .row > svg { grid-column: 1 / -1; grid-row: 2 } }
"""


@dataclass(frozen=True)
class ReviewPage:
    """Writes the HTML page of a review in one language."""

    translate: Translate
    number: FormatNumber
    move_text: Callable[[str], str]  # Translates the text of a move.
    lang: str

    def html(self, review: Review) -> str:
        """Return the page of a review."""
        title = self.translate("coach.report.title", game=review.game)
        sentence = skill_and_luck_sentence(review)
        sums = self.bar_chart(review, "luck", [seat.luck for seat in review.seats])
        losses = self.bar_chart(review, "lost", [-seat.lost for seat in review.seats])
        parts = [
            f"<h1>{escape(title)}</h1><p>{escape(self.translate('coach.report.unit', unit=self.unit_text(review)))}</p>",
            f'<p class="verdict">{escape(self.translate(sentence.key, **sentence.params))}</p>',
            self.section("luck", sums),
            self.section("lost", losses),
            self.section("curve", self.value_curve(review)),
            self.section("moments", self.instructive_moments(review)),
            self.section("sums", self.sum_table(review)),
            self.section("decisions", self.decision_table(review)),
        ]
        return (
            f'<!doctype html>\n<html lang="{self.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
        )

    def unit_text(self, review: Review) -> str:
        return self.translate(f"coach.unit.{review.unit}")

    def section(self, name: str, body: str) -> str:
        about = escape(self.translate(f"coach.report.{name}-about"))
        return f"<section><h2>{escape(self.translate(f'coach.report.{name}'))}</h2><p>{about}</p>{body}</section>"

    def seat_label_html(self, seat: int) -> str:
        return escape(self.translate("coach.seat", seat=seat))

    def value_text(self, parts: int, unit: str, sign: str = "") -> str:
        """Return a fixed-point value as text. Shares of the win are shown in percent."""
        return escape(self.number(from_fixed_point(parts), f"{sign}.1%" if unit == WIN else f"{sign}.1f"))

    def bar_chart(self, review: Review, name: str, values: list[int]) -> str:
        """Return a chart with a bar for each seat: to the right for a positive value, to the left for a negative value."""
        sums = [abs(each) for seat in review.seats for each in (seat.luck, seat.lost)]
        largest = max(*sums, 1)
        rows = []
        for seat, value in enumerate(values):
            width: Percent = 50 * abs(value) / largest
            left: Percent = 50.0 if value >= 0 else 50.0 - width
            text = self.value_text(value, review.unit, "+")
            label = f"{self.seat_label_html(seat)}: {text}"
            bar = f'<rect class="{"good" if value >= 0 else "bad"}" x="{left:.2f}%" width="{width:.2f}%" y="3" height="16"/>'
            axis = '<line class="grid" x1="50%" x2="50%" y1="0" y2="22"/>'
            picture = f'<svg height="22" role="img" aria-label="{label}" data-bar="{name}">{axis}{bar}</svg>'
            rows.append(f'<div class="row"><b>{self.seat_label_html(seat)}</b>{picture}<span>{text}</span></div>')
        return "".join(rows)

    def value_curve(self, review: Review) -> str:
        """Return a picture of how the value of each seat changes from event to event, with marks at the instructive moments."""
        last = max(1, review.curve[-1][0])
        values = [value for _, position in review.curve for value in position.values]
        low, high = min(*values, 0), max(*values, 1)
        if review.unit == WIN:
            high = max(high, 1 << 16)

        def picture_point(n: int, value: int) -> tuple[float, float]:
            return WIDTH * n / last, HEIGHT - HEIGHT * (value - low) / (high - low)

        team = all(len(set(position.values)) == 1 for _, position in review.curve)
        lines = []
        for seat in range(1 if team else review.players):
            points = " ".join("{:.1f},{:.1f}".format(*picture_point(n, position.values[seat])) for n, position in review.curve)
            lines.append(f'<polyline points="{points}" stroke="var(--seat-{seat})"/>')
        before = dict(review.curve)
        for moment in review.most_instructive_decisions():
            if moment.n in before:
                x, y = picture_point(moment.n, before[moment.n].values[moment.seat])
                lines.append(f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        grid = []
        for quarter in range(5):
            y = HEIGHT - HEIGHT * quarter / 4
            text = self.value_text(low + (high - low) * quarter // 4, review.unit)
            grid.append(f'<line class="grid" x1="0" x2="{WIDTH}" y1="{y}" y2="{y}"/><text x="4" y="{y - 3}">{text}</text>')
        names = "" if team else "".join(self.curve_legend_entry(seat) for seat in range(review.players))
        about = escape(self.translate("coach.report.curve"))
        picture = f'<svg viewBox="0 -12 {WIDTH} {HEIGHT + 14}" role="img" aria-label="{about}">{"".join(grid + lines)}</svg>'
        return f'{picture}<p class="key">{names}</p>'

    def curve_legend_entry(self, seat: int) -> str:
        return f'<span style="--colour: var(--seat-{seat})">{self.seat_label_html(seat)}</span>'

    def instructive_moments(self, review: Review) -> str:
        """Return a list of the most instructive moments: what was played, what would have been better, and why."""
        moments = review.most_instructive_decisions()
        if not moments:
            return f"<p>{escape(self.translate('coach.no-mistakes'))}</p>"
        return f"<ol>{''.join(f'<li>{self.moment_item(moment, review.unit)}</li>' for moment in moments)}</ol>"

    def moment_item(self, moment: Decision, unit: str) -> str:
        texts = {"played": self.move_text(moment.played.text), "best": self.move_text(moment.best.text)}
        cost = self.number(from_fixed_point(moment.cost), ".1%" if unit == WIN else ".1f")
        sentence = self.translate("coach.moment", number=moment.n, seat=moment.seat, cost=cost, **texts)
        reasons = "".join(f"<p>{escape(self.translate(reason.key, **reason.params))}</p>" for reason in moment.reasons)
        return f"{escape(sentence)}{reasons}"

    def sum_table(self, review: Review) -> str:
        """Return a table with one row per seat: the value at the start, luck, losses, and the result."""
        names = ("start", "luck", "lost", "others", "result", "mistakes")
        head = "".join(f'<th scope="col">{escape(self.translate(f"coach.column.{name}"))}</th>' for name in names)
        rows = "".join(self.sum_row(seat, review.unit) for seat in review.seats)
        return f'<div class="wide"><table><tr><td></td>{head}</tr>{rows}</table></div>'

    def sum_row(self, seat: SeatReview, unit: str) -> str:
        signed = {"luck": seat.luck, "lost": -seat.lost, "others": seat.others}
        cells = [self.value_text(seat.start, unit), *(self.value_text(value, unit, "+") for value in signed.values())]
        cells += [self.value_text(seat.result, unit), str(seat.mistakes)]
        label = self.seat_label_html(seat.seat)
        return f'<tr><th class="text" scope="row">{label}</th>{"".join(f"<td>{c}</td>" for c in cells)}</tr>'

    def decision_table(self, review: Review) -> str:
        """Return a table with all decisions that cost something."""
        names = ("number", "player", "played", "best", "cost", "se")
        head = "".join(f'<th class="text" scope="col">{escape(self.translate(f"coach.column.{name}"))}</th>' for name in names)
        rows = "".join(self.decision_row(decision, review.unit) for decision in review.decisions if decision.cost)
        return f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'

    def decision_row(self, decision: Decision, unit: str) -> str:
        form = ".1%" if unit == WIN else ".2f"
        texts = (self.move_text(decision.played.text), self.move_text(decision.best.text))
        cost, error = (escape(self.number(each, form)) for each in (from_fixed_point(decision.cost), decision.played.cost_se))
        moves = "".join(f'<td class="text">{escape(text)}</td>' for text in texts)
        name = f'<td class="text">{self.seat_label_html(decision.seat)}</td>'
        return f"<tr><td>{decision.n}</td>{name}{moves}<td>{cost}</td><td>± {error}</td></tr>"
