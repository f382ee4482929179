/** Sentences with their citations as links, in one line. */
import { renderLink } from '../format/links.ts'
import type { PagePath } from '../model.ts'
import type { CitedSentence } from './reply.ts'

/** @param homeOf the page with a statement; empty for the page that the text stands on */
export function renderSentences(
  sentences: readonly CitedSentence[],
  homeOf: (anchor: string) => PagePath,
): string {
  const numbers = new Map<string, number>()
  const cite = (anchor: string) => {
    const number = numbers.get(anchor) ?? numbers.size + 1
    numbers.set(anchor, number)
    return renderLink(homeOf(anchor), String(number), anchor)
  }
  return sentences
    .map(({ text, cites }) => {
      const links = [...new Set(cites)].map(cite).join(' ')
      return `${text.slice(0, -1).trimEnd()} ${links}${text.slice(-1)}`
    })
    .join(' ')
}
