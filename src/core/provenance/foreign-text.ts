/** Remembers foreign text of a session, and recognises statements that repeat it. */
import { isCommonWord, isStopWord } from '../text/common-words.ts'
import { normaliseWord } from '../text/normalise-word.ts'

export interface ForeignText {
  /** Shares a command or an address with a foreign text, or most of its rare words. */
  isRepeatedBy(statement: string): boolean
}

/**
 * @param texts what tools brought in
 * @param own what the user typed: words and commands in it are the user's, even if a page has them
 */
export function createForeignText(texts: readonly string[], own: readonly string[]): ForeignText {
  const typed = flatten(own.join('\n'))
  const known = texts.map((text) => flatten(text.slice(0, mostRead)))
  return {
    isRepeatedBy(statement) {
      if (known.length === 0) return false
      const phrases = [...addressesIn(statement), ...commandsIn(statement)]
        .map(flatten)
        .filter((phrase) => phrase !== '' && !typed.includes(phrase))
      const beginnings = rareWords(statement)
        .map(beginningOf)
        .filter((word) => !typed.includes(word))
      return known.some(
        (text) => phrases.some((phrase) => text.includes(phrase)) || hasMostOf(text, beginnings),
      )
    },
  }
}

/** Of one text; a longer one is cut. */
const mostRead = 200_000
const fewestWords = 2
const enoughShared = 0.6

function hasMostOf(text: string, words: readonly string[]): boolean {
  if (words.length < fewestWords) return false
  return words.filter((word) => text.includes(word)).length >= enoughShared * words.length
}

/** Names, numbers and unusual words: what a statement is about. */
export function rareWords(text: string): string[] {
  const words = flatten(text).match(/[\p{L}\p{N}_]{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => {
    const stem = normaliseWord(word)
    return !isStopWord(stem) && !isCommonWord(stem)
  })
}

/** So that another ending of the same word is found too. */
const beginningOf = (word: string) => (word.length > 6 ? word.slice(0, -2) : word)

/** One line, no case, no markup: what is compared. */
const flatten = (text: string) =>
  text
    .toLowerCase()
    .replace(/[`*"'“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function addressesIn(text: string): string[] {
  const found = text.match(
    /\b(?:https?|ssh|git|ftp):\/\/[^\s)\]}>"'`]+|\b[\w.+-]+@[\w-]+\.[\w.-]+/gi,
  )
  return (found ?? []).map((address) => address.replace(/[.,;:]+$/, ''))
}

/** In backticks; everyday commands of two words belong to nobody. */
function commandsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]{4,300})`/g)].map(([, span = '']) => span)
  return spans.filter((span) => {
    const words = span.trim().split(/\s+/).length
    return words >= 3 || (words === 2 && /--|[|/]/.test(span))
  })
}
