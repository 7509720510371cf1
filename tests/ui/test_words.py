"""The list of words and the kept sentences, as a person uses them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from transformer_lab.document.vocabulary import vocabulary
from transformer_lab.document.wording import keep_sentence
from transformer_lab.ui.deeds import wording
from transformer_lab.ui.window import MainWindow
from transformer_lab.ui.words.panel import WordsPanel


def opened(window: MainWindow) -> WordsPanel:
    wording.open_words(window)
    panel = window.findChild(WordsPanel)
    assert panel is not None
    return panel


def row_of(panel: WordsPanel, word: str) -> int:
    return next(i for i, row in enumerate(panel.words.rows) if row.word == word)


def test_words_are_added_renamed_and_removed_by_keys(window: MainWindow) -> None:
    panel = opened(window)
    panel.field.setText("zebra")
    QTest.keyClick(panel.field, Qt.Key.Key_Return)
    assert "zebra" in vocabulary(window.lab.state)
    assert panel.field.text() == ""
    index = panel.words.index(row_of(panel, "zebra"))
    panel.words.setData(index, "horse")
    assert "zebra" not in vocabulary(window.lab.state)
    panel.list.setCurrentIndex(panel.words.index(row_of(panel, "horse")))
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert "horse" not in vocabulary(window.lab.state)
    assert window.lab.undo_label == "Remove the word “horse”"
    panel.close()


def test_a_refusal_is_said_in_the_panel_and_changes_nothing(window: MainWindow) -> None:
    panel = opened(window)
    before = window.lab.state
    panel.list.setCurrentIndex(panel.words.index(row_of(panel, "cat")))
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert "stands in the text" in panel.trouble.text()
    panel.field.setText("two words")
    QTest.keyClick(panel.field, Qt.Key.Key_Return)
    assert "not one token" in panel.trouble.text()
    assert window.lab.state is before
    panel.close()


def test_switches_follow_the_project_and_change_it(window: MainWindow) -> None:
    panel = opened(window)
    panel.switches["bos"].click()
    assert window.lab.snapshot.words[0] == "<bos>"
    header = window.frame.header.sentence
    window.focus.ask_word(1)
    assert header._chosen == 1
    window.undo()
    assert not panel.switches["bos"].isChecked()
    panel.splitting.choose(1)
    assert window.lab.snapshot.words[:3] == ("T", "h", "e")
    assert "characters" in header.count_text()
    panel.pad.setText("40")
    panel.pad.textEdited.emit("40")
    assert window.lab.snapshot.words[-1] == "<pad>"
    assert wording.open_words(window) is None
    assert len(window.findChildren(WordsPanel)) == 1
    panel.close()


def test_a_click_on_a_word_counts_what_stands_before_it(window: MainWindow) -> None:
    opened(window).switches["bos"].click()
    field = window.frame.header.sentence
    left, right = field._spans()[1]
    at = field.rect().center()
    at.setX(round((left + right) / 2))
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert window.lab.snapshot.words[window.focus.query] == "cat"
    window.findChild(WordsPanel).close()


def test_the_button_of_the_sentences_stands_before_the_field_at_once(window: MainWindow) -> None:
    window.do(keep_sentence("another one"))
    header = window.frame.header
    assert window.sentences.isVisible()
    assert header.project.geometry().right() < window.sentences.x()
    assert window.sentences.geometry().right() < header.sentence.x()
    window.undo()
    assert header.sentence.x() == header.sentence_left


def test_sentences_are_kept_and_switched(window: MainWindow) -> None:
    button = window.sentences
    assert button.isHidden()
    wording.another_sentence(window)
    assert window.frame.header.sentence.hasFocus() or not window.isActiveWindow()
    window.lab.text = "a dog barked"
    assert not button.isHidden()
    assert button.accessibleName() == "Sentence 2 of 2"
    button.menu().aboutToShow.emit()
    button.menu().actions()[0].trigger()
    assert window.lab.text == "The cat that the dog chased was scared"
    assert window.frame.header.sentence.text() == window.lab.text
    button.menu().aboutToShow.emit()
    button.menu().actions()[-1].trigger()
    assert window.lab.text == "a dog barked"
    assert button.isHidden()
