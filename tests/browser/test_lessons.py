"""Every lesson can be completed by touch on a small phone, with a wrong tap at every step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.robot import Robot

from trapezi.coach.lessons import all_lessons
from trapezi.coach.played_lesson import PlayedStep, played_lesson

LANGUAGES = ("el", "de", "en")
LESSONS = [(each.game, each.name) for each in all_lessons()]
RUNS = [(game, name, LANGUAGES[n % 3]) for n, (game, name) in enumerate(LESSONS)]
IN_OTHER_LANGUAGES = [(*LESSONS[0], lang) for lang in LANGUAGES[1:]]
TARGET = (Path(__file__).parent / "lesson_target.js").read_text("utf-8")
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"  # a move is answered in the next
MOST_TAPS = 60  # of a robot that taps at random until it has made an expected move
BOARD_TOP = "document.querySelector('main').getBoundingClientRect().top"
BALLOON = "document.querySelector('[data-sentence]').parentElement"
CLIPPED = f"{BALLOON}.scrollHeight > {BALLOON}.clientHeight + 1"


def tap(page: Page, selector: str = "", place: str | None = None) -> bool:
    """Tap something, if it is there."""
    at = page.evaluate(TARGET, {"selector": selector} if place is None else {"place": place})
    if at is not None:
        page.touchscreen.tap(*at)
    return at is not None


def make_expected_move(page: Page, step: PlayedStep) -> None:
    """Tap the places that the step points at, in order, and the button that sends; otherwise tap at random."""
    asked = page.locator("[data-asked]")
    if set(step.step.expect) & {"pass", "end"}:
        tap(page, "[data-action=pass], [data-action=end]")
    else:
        for place in step.step.point:
            tap(page, place=place)
        tap(page, "[data-action=done]")
    page.evaluate(TWO_FRAMES)
    robot = Robot(page, seed=1)
    for _ in range(2 * MOST_TAPS):
        if not asked.count():
            return
        assert robot.step() in ("tap", "wait"), f"step {step.step.name}: something covers {robot.last}"
    raise AssertionError(f"step {step.step.name}: nobody finds the move {step.step.expect} at {step.step.point}")


def make_wrong_tap(page: Page, step: PlayedStep) -> None:
    """Tap what the step does not expect; expect an explanation, and that nothing else happens."""
    if set(step.step.expect) & {"pass", "end"}:
        tap(page, "main button:not([data-legal]):not([data-action])")
    elif not tap(page, "[data-action=pass], [data-action=end]"):
        tap(page, "main [data-legal]")
        tap(page, "[data-action=done]")
    page.evaluate(TWO_FRAMES)
    assert page.locator("[data-asked]").count(), f"step {step.step.name} accepts a wrong move"


def complete_lesson(page: Page, game: str, name: str, *, wrong_taps: bool) -> int:
    """Complete a lesson; return how often a wrong tap was explained."""
    page.goto(f"/learn/{game}/{name}")
    explained, top = 0, None
    for number, step in enumerate(played_lesson(game, name)):
        expect(page.locator(f"[data-lesson='{name}'][data-step='{number}']")).to_be_visible()
        where = f"{game} {name}, step {step.step.name}"
        for place in step.step.point:
            assert page.locator(f"[data-place='{place}']").count(), f"{where} points at {place}, which is not on the board"
        assert not page.evaluate(CLIPPED), f"the sentence of {where} is cut off"
        top = page.evaluate(BOARD_TOP) if top is None else top
        if step.answers:
            if wrong_taps:
                make_wrong_tap(page, step)
                explained += page.locator("[data-wrong]").count()
                assert page.evaluate(BOARD_TOP) == top, f"an explanation moved the board in {where}"
            make_expected_move(page, step)
            assert not page.evaluate(CLIPPED), f"the answer of {where} is cut off"
        assert page.evaluate(BOARD_TOP) == top, f"the board moved in {where}"
        page.locator("[data-action=step-next]").tap()
    expect(page.locator("[data-finished]")).to_be_visible()
    return explained


@pytest.mark.parametrize(("game", "name", "lang"), RUNS)
def test_every_lesson_can_be_completed_despite_wrong_taps(game: str, name: str, lang: str, device: Any) -> None:
    moves = sum(bool(step.answers) for step in played_lesson(game, name))
    explained = complete_lesson(device(height=640, lang=lang), game, name, wrong_taps=True)
    assert explained >= moves / 2, "most wrong taps must be explained"


@pytest.mark.parametrize(("game", "name", "lang"), IN_OTHER_LANGUAGES)
def test_a_lesson_can_be_completed_in_each_language(game: str, name: str, lang: str, device: Any) -> None:
    complete_lesson(device(height=640, lang=lang), game, name, wrong_taps=False)
