/** The sentences of a message that its writer stands for, ready to be matched. */

import { readSentences, type Sentence } from '../../text/sentences.ts'
import type { Language } from './language.ts'

export interface Line extends Sentence {
  /** The form that cues are matched on. */
  readonly plain: string
}

export function ownLines(text: string, language: Language): readonly Line[] {
  const lines = readSentences(text).map((sentence) => toLine(sentence, language))
  return joinObjections(withoutPasted(withoutQuoted(lines), language), language)
}

function toLine(sentence: Sentence, language: Language): Line {
  return { ...sentence, plain: language.normalise(sentence.text) }
}

/** What stands between quotation marks that opened in an earlier sentence. */
function withoutQuoted(lines: readonly Line[]): readonly Line[] {
  let isOpen = false
  return lines.filter((line, at) => {
    if (line.paragraph !== lines[at - 1]?.paragraph) isOpen = false
    const isInside = isOpen
    const marks = line.text.match(/["“”]/g)?.length ?? 0
    if (marks % 2 === 1) isOpen = !isOpen
    return !isInside || !(isOpen || /["”]\W*$/.test(line.text))
  })
}

/** «Here is their guide:» and a paragraph, or the next one when nothing follows at once. */
function withoutPasted(lines: readonly Line[], language: Language): readonly Line[] {
  const kept: Line[] = []
  let pastedTo = -1
  for (const line of lines) {
    if (line.paragraph <= pastedTo) continue
    kept.push(line)
    if (language.introducesPaste(line.plain)) pastedTo = line.paragraph + 1
  }
  return kept
}

/** «Not quite.» says what the next sentence is. */
function joinObjections(lines: readonly Line[], language: Language): readonly Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const before = joined.at(-1)
    const isObjected =
      before?.paragraph === line.paragraph && language.isBareObjection(before.plain)
    if (!before || !isObjected) joined.push(line)
    else joined[joined.length - 1] = toLine({ ...line, text: asOne(before, line) }, language)
  }
  return joined
}

function asOne(objection: Line, line: Line): string {
  return `${objection.text.replace(/[.!…]+$/, '')}, ${line.text}`
}
