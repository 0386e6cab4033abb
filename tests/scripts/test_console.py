"""How the scripts talk: quiet when all is well, the end of the output and a sentence when not."""

import sys

import pytest

from scripts import console, venv
from scripts.console import ROOT


def test_what_goes_well_is_quiet(capfd: pytest.CaptureFixture[str]) -> None:
    console.run([sys.executable, "-c", "print('chatter')"], "It failed.")
    assert capfd.readouterr() == ("", "")


def test_a_failure_shows_the_end_of_the_output_and_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    many = "import sys; [print('line', n) for n in range(100)]; sys.exit('why')"
    with pytest.raises(SystemExit, match=r"^✗ It failed\.$"):
        console.run([sys.executable, "-c", many], "It failed.")
    shown = capfd.readouterr().err.splitlines()
    assert len(shown) == console.KEPT_LINES
    assert "  line 99" in shown
    assert "  why" in shown


def test_a_program_that_is_not_there_is_a_sentence_too() -> None:
    with pytest.raises(SystemExit, match=r"^✗ It failed\. \(no-such-program: .+\)$"):
        console.run(["no-such-program"], "It failed.")


def test_progress_counts_the_packages_of_a_lock() -> None:
    lock = ROOT / "requirements" / "dev.txt"
    progress = venv.count_packages(lock)
    total = sum(line[:1].isalpha() for line in lock.read_text(encoding="utf-8").splitlines())
    assert progress("Looking in links: /somewhere\n") is None
    assert progress("Collecting dominoes==6.1.0 (from -r dev.txt (line 3))\n") == f"1 of {total}: dominoes"
    assert progress("Requirement already satisfied: numpy==2.4.6 in ./x\n") == f"2 of {total}: numpy"
    assert progress("Installing collected packages: dominoes\n") == f"unpacking {total} packages"
