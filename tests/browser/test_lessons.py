"""Every lesson can be completed by touch on a small phone, with a wrong tap at every step."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.browser.robot import Robot
from tests.browser.screens import TWO_FRAMES
from tests.browser.user_actions import set_up_table

from trapezi.coach.lessons import all_lessons
from trapezi.coach.played_lesson import PlayedStep, load_and_play_lesson

LANGUAGES = ("el", "de", "en")
LESSONS = [(each.game, each.name) for each in all_lessons()]
PICTURES = os.environ.get("TRAPEZI_LESSONS")  # the folder of `make lessons` for pictures of all steps in all languages
RUNS = [
    (game, name, lang) for n, (game, name) in enumerate(LESSONS) for lang in (LANGUAGES if PICTURES else LANGUAGES[n % 3 :][:1])
]
IN_OTHER_LANGUAGES = [(*LESSONS[0], lang) for lang in LANGUAGES[1:]]
TARGET = (Path(__file__).parent / "lesson_target.js").read_text("utf-8")
WRONG_TAPS = 12
MOST_TAPS = 60  # the maximum number of taps in which a robot makes an expected move by chance
BOARD_TOP = "document.querySelector('main').getBoundingClientRect().top"
BALLOON = "document.querySelector('[data-sentence]').parentElement"
CLIPPED = f"{BALLOON}.scrollHeight > {BALLOON}.clientHeight + 1"


def tap(page: Page, selector: str = "", place: str | None = None) -> bool:
    """Tap an element or a place, if it exists, and return whether it exists."""
    at = page.evaluate(TARGET, {"selector": selector} if place is None else {"place": place})
    if at is not None:
        page.touchscreen.tap(*at)
    return at is not None


def tap_parts(page: Page, step: PlayedStep) -> None:
    """Tap the parts of the first expected move: the places that the step points at, or the elements with these names."""
    text = step.step.expect[0]
    match text.split():
        case ["pass" | "end"]:
            tap(page, "[data-action=pass], [data-action=end]")
        case ["start", "yes" | "maybe" | "no"]:
            tap(page, f"[data-move='{text}']")
        case ["start", *slots]:
            for slot in slots[:2]:
                tap(page, f"button[data-card]:nth-child({slot})")
        case ["lay", slot, *_]:
            tap(page, f"button[data-card]:nth-child({slot})")
            tap(page, f"[data-move='{text}']")
        case ["signal", *_]:
            tap(page, "[data-action=signal]")
            tap(page, f"[data-signal='{text}']")
        case _:
            for place in step.step.point:
                tap(page, place=place)


def make_expected_move(page: Page, step: PlayedStep) -> None:
    """Tap the parts of an expected move and the button that sends it. If more taps are needed, tap at random until it is made."""
    asked = page.locator("[data-asked]")
    tap_parts(page, step)
    if asked.count():
        tap(page, "[data-action=done]")
    page.evaluate(TWO_FRAMES)
    robot = Robot(page, seed=1)
    for _ in range(2 * MOST_TAPS):
        if not asked.count():
            return
        assert robot.step() in ("tap", "wait"), f"step {step.step.name}: something covers {robot.last}"
    raise AssertionError(f"step {step.step.name}: nobody finds the move {step.step.expect} at {step.step.point}")


def make_wrong_tap(page: Page, step: PlayedStep, top: float) -> bool:
    """Tap at random until the page explains a wrong tap. Return False if only expected moves were found."""
    asked, wrong = page.locator("[data-asked]"), page.locator("[data-wrong]")
    if not set(step.step.expect) & {"pass", "end"} and tap(page, "[data-action=pass], [data-action=end]"):
        page.evaluate(TWO_FRAMES)
    robot = Robot(page, seed=2)
    for _ in range(WRONG_TAPS):
        if wrong.count() or not asked.count():
            break
        robot.step()
        page.evaluate(TWO_FRAMES)
    explained = wrong.count() > 0
    if explained:
        assert page.evaluate(BOARD_TOP) == top, "an explanation moved the board"
    page.reload()  # After that, the lesson resumes at this step with nothing selected.
    expect(asked).to_be_visible()
    return explained


def save_picture(page: Page, game: str, name: str, step: str) -> None:
    """Save a picture of a step if pictures are wanted."""
    if PICTURES:
        lang = page.evaluate("document.documentElement.lang")
        page.screenshot(path=f"{PICTURES}/{game}-{name}-{lang}-{step}.png")


def complete_lesson(page: Page, game: str, name: str, *, wrong_taps: bool) -> int:
    """Complete a lesson; return how often a wrong tap was explained."""
    page.goto(f"/learn/{game}/{name}")
    explained, top = 0, None
    for number, step in enumerate(load_and_play_lesson(game, name)):
        expect(page.locator(f"[data-lesson='{name}'][data-step='{number}']")).to_be_visible()
        where = f"{game} {name}, step {step.step.name}"
        for place in step.step.point:
            assert page.locator(f"[data-place='{place}']").count(), f"{where} points at {place}, which is not on the board"
        assert not page.evaluate(CLIPPED), f"the sentence of {where} is cut off"
        top = page.evaluate(BOARD_TOP) if top is None else top
        picture = f"{number:02}-{step.step.name}"
        save_picture(page, game, name, picture)
        if step.answers:
            if wrong_taps:
                explained += make_wrong_tap(page, step, top)
            make_expected_move(page, step)
            save_picture(page, game, name, f"{picture}-done")
            assert not page.evaluate(CLIPPED), f"the answer of {where} is cut off"
        assert page.evaluate(BOARD_TOP) == top, f"the board moved in {where}"
        page.locator("[data-action=step-next]").tap()
    expect(page.locator("[data-finished]")).to_be_visible()
    save_picture(page, game, name, "finished")
    return explained


@pytest.mark.parametrize(("game", "name", "lang"), RUNS)
def test_every_lesson_can_be_completed_despite_wrong_taps(game: str, name: str, lang: str, device: Any) -> None:
    moves = sum(bool(step.answers) for step in load_and_play_lesson(game, name))
    explained = complete_lesson(device(height=640, lang=lang), game, name, wrong_taps=True)
    assert explained >= moves / 2, "most wrong taps must be explained"


@pytest.mark.parametrize(("game", "name", "lang"), IN_OTHER_LANGUAGES)
def test_a_lesson_can_be_completed_in_each_language(game: str, name: str, lang: str, device: Any) -> None:
    complete_lesson(device(height=640, lang=lang), game, name, wrong_taps=False)


def test_a_lesson_is_offered_resumed_and_taken_by_keyboard(device: Any) -> None:
    page = device(width=1280, height=800)
    page.locator("article[data-game=qwixx] [data-action=learn]").click()
    for _ in range(3):
        page.locator("[data-action=step-next]").click()
    expect(page.locator("[data-step='3'][data-asked]")).to_be_visible()
    page.locator("[data-cell='6']").click()
    expect(page.locator("[data-wrong]")).to_contain_text("The 8 in the red row is not the white sum.")
    page.reload()
    expect(page.locator("[data-step='3'][data-asked]")).to_be_visible()
    page.locator("[data-cell='5']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    expect(page.locator("[data-sentence]")).to_contain_text("Daphne has crossed off the yellow 7.")
    page.keyboard.press("n")
    expect(page.locator("[data-step='4']")).to_be_visible()
    page.locator("[data-action=quit]").click()
    page.goto("/rules/qwixx")
    expect(page.locator("[data-action=learn]")).to_have_count(2)
    page.locator("[data-action=learn]").first.click()
    expect(page.locator("[data-step='4']")).to_be_visible()


def test_an_invited_person_takes_the_lesson_and_returns_to_the_table(device: Any) -> None:
    host, guest = device(), device()
    set_up_table(host, "qwixx", 2, start=False)
    invitation = urlsplit(host.locator("section.how input[readonly]").input_value()).path
    guest.goto(invitation)
    learn = guest.locator("[data-action=learn]")
    expect(learn).to_contain_text("New? Learn it in")
    learn.tap()
    game, name = "qwixx", "first"
    steps = list(load_and_play_lesson(game, name))
    expect(guest.locator(f"[data-lesson='{name}']")).to_be_visible()
    guest.evaluate(f"localStorage['trapezi.lessons'] = JSON.stringify({{ '{game}/{name}': {len(steps) - 1} }})")
    guest.reload()  # The lesson goes on at its last step.
    expect(guest.locator(f"[data-step='{len(steps) - 1}']")).to_be_visible()
    if steps[-1].answers:
        make_expected_move(guest, steps[-1])
    guest.locator("[data-action=step-next]").tap()
    expect(guest.locator("[data-finished] [data-action=set-up]")).to_have_count(0)
    guest.locator("[data-finished] [data-action=to-table]").tap()
    guest.locator("[data-action=join]").tap()
    guest.locator("[data-field=name]").fill("Max")
    guest.locator("[data-action=name]").tap()
    expect(host.locator("[data-seat='1'][data-kind=person]")).to_be_visible()
