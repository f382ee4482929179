/**
 * The introduction of a page is one line. Its anchor has a hash of the words before it: a line that
 * matches is as the model wrote it, and any other is a person's own prose.
 */
import { trimLineEnd } from './block-text.ts'
import { hashLine } from './generated-lines.ts'

const ending = /^(.*) \^intro-([0-9a-z]{1,12})$/

/** @param model named on the page, so that readers know who wrote it */
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
