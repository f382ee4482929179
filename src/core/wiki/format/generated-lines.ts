/**
 * Which lines of a page the compiler wrote. The state keeps short hashes of them. Without a state, as
 * in a fresh clone, they are recognised by their shape.
 */

import { splitLines, trimLineEnd } from '../../../contract/page-lines.ts'
import type { GeneratedLine, Page } from '../model.ts'
import { escapeAnchor } from './block-text.ts'
import { isGeneratedSection, kindOfSection } from './sections.ts'

export type GeneratedLines = ReadonlySet<string> | 'by-shape'

/** The lines as written: the introduction, headings and the list items that are not statements. */
export function generatedLinesOf({ introduction, sections }: Page): string[] {
  const lines = sections.flatMap(({ heading, items }) => [
    ...(heading === '' ? [] : [`## ${heading}`]),
    ...items.flatMap((item) => (item.type === 'generated' ? renderGenerated(item) : [])),
  ])
  return introduction === undefined ? lines : [introduction, ...lines]
}

export function generatedHashes(page: Page): string[] {
  return [...new Set(generatedLinesOf(page).map(hashLine))]
}

export function renderGenerated({ text, details = [] }: GeneratedLine): string[] {
  return [`- ${inOneLine(text)}`, ...details.map((each) => `  - ${inOneLine(each)}`)].map(
    trimLineEnd,
  )
}

/** It may quote text that ends like an anchor, which only statements have. */
const inOneLine = (text: string) => escapeAnchor(trimLineEnd(splitLines(text).join(' ')))

export function isGeneratedItem(line: string, heading: string, known: GeneratedLines): boolean {
  if (known !== 'by-shape') return known.has(hashLine(line))
  if (isGeneratedSection(heading)) return true
  return kindOfSection(heading) !== undefined && /^- (?:[\d-]{10} )?\[\[[^\]]+\]\]/.test(line)
}

/** 53 bits are enough for the lines of one page. */
export function hashLine(line: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let n = 0; n < line.length; n += 1) {
    const code = line.charCodeAt(n)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

const ending = /^(.*) \^intro-([0-9a-z]{1,12})$/

/**
 * The introduction of a page is one line. Its anchor has a hash of the words before it: a line that
 * matches is as the model wrote it, any other is a person's own prose.
 * @param model named on the page, so that readers know who wrote it
 */
export function introductionLine(text: string, model: string): string {
  const name =
    model
      .replace(/[^\w.:/-]+/g, ' ')
      .trim()
      .slice(0, 60) || 'a model'
  const words = `${text} *(introduction by ${name})*`
  return `${words} ^intro-${hashLine(words)}`
}

export function isIntroductionLine(line: string): boolean {
  if (!line.includes(' ^intro-')) return false
  const [, words = '', hash] = ending.exec(trimLineEnd(line)) ?? []
  return hash === hashLine(words)
}
