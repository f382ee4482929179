/** One rule for each text of a memory, wherever it comes from. */
import { memoryLimits } from './vocabulary.ts'

/** As a person counts them, so that neither an emoji nor a Chinese character counts twice. */
export function countCharacters(text: string): number {
  return [...text].length
}

/** Lines stay as they are; what no terminal should be sent goes. */
export function normaliseContent(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

export function normaliseKey(text: string): string {
  return normaliseLine(text)
}

/** Lower-cased, hyphens kept, each once, in one order. */
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

/** @returns what is wrong with it, as the end of a sentence about it */
export function findContentFault(content: string): string | undefined {
  if (content === '') return 'nothing is said'
  return tooLong(content, memoryLimits.contentCharacters)
}

export function findKeyFault(key: string): string | undefined {
  if (key === '') return 'it is empty'
  return tooLong(key, memoryLimits.keyCharacters)
}

export function tooLong(text: string, most: number): string | undefined {
  const length = countCharacters(text)
  if (length <= most) return undefined
  return `${length} characters are too many; at most ${most} are allowed`
}

function normaliseLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines)].filter((line) => line !== '')
}
