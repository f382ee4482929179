/** Normalises the texts of a memory the same way for every surface. */
import { memoryLimits } from './vocabulary.ts'

/** Keeps line breaks, removes characters unsafe for a terminal. */
export function normaliseContent(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** Lower case, hyphens kept, no repeats, sorted. */
export function normaliseTags(tags: readonly string[]): string[] {
  const names = tags.map((tag) =>
    normaliseLine(tag)
      .replace(/^#+\s*/, '')
      .toLowerCase(),
  )
  return distinct(names).sort()
}

/** For keywords, files and agent names: one line each, spelling and order kept. */
export function normaliseLines(lines: readonly string[]): string[] {
  return distinct(lines.map(normaliseLine))
}

/** @returns the problem, as the end of a sentence */
export function findContentFault(content: string): string | undefined {
  return content === '' ? 'it is empty' : tooLong(content, memoryLimits.contentCharacters)
}

export function findKeyFault(key: string): string | undefined {
  return key === '' ? 'it is empty' : tooLong(key, memoryLimits.keyCharacters)
}

export function tooLong(text: string, most: number): string | undefined {
  if (text.length <= most) return undefined
  // An emoji counts as one.
  let length = 0
  for (const _ of text) length += 1
  if (length <= most) return undefined
  return `${length} characters are too many; at most ${most} are allowed`
}

export function normaliseLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

const distinct = (lines: readonly string[]) => [...new Set(lines)].filter((line) => line !== '')
