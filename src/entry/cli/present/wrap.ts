/** Lines that fit a width. */
import { cutToWidth, displayWidth, takeWidth } from './width.ts'

/** Lines of whole words. A word wider than a line is broken, unless it is a link. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const size = displayWidth(word)
    if (line !== '' && used + 1 + size > width) {
      lines.push(line)
      line = ''
    }
    if (line !== '') {
      line += ` ${word}`
      used += 1 + size
      continue
    }
    const parts = size > width ? breakWord(word, width) : [word]
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
    used = displayWidth(line)
  }
  return [...lines, line]
}

/** Only the first `most` lines; the last of them says with `…` that more follow. */
export function wrapBriefly(text: string, width: number, most: number): string[] {
  const lines = wrap(text, width)
  if (lines.length <= most) return lines
  const rest = lines.slice(most - 1).join(' ')
  return [...lines.slice(0, most - 1), cutToWidth(rest, width)]
}

const margin = /^ *(?:[-*•>+] +|\d+\. +)?/

/** Later lines begin below the first one's text, behind its indent and its bullet. */
export function wrapLine(line: string, width: number): string[] {
  if (displayWidth(line) <= width) return [line]
  const lead = margin.exec(line)?.[0] ?? ''
  const indent = lead.length > width / 2 ? '' : ' '.repeat(lead.length)
  const [first = '', ...others] = wrap(line.slice(lead.length), width - indent.length)
  return [lead + first, ...others.map((each) => indent + each)].map((each) => each.trimEnd())
}

/** Links, and keys of a team server: broken ones cannot be copied. */
const staysWhole = /^[("'<]*(?:https?:\/\/|tl[a-z]?_)/

/** Behind a slash if there is one, as in a path. */
function breakWord(word: string, width: number): string[] {
  if (staysWhole.test(word) || width < 1) return [word]
  const parts: string[] = []
  let rest = word
  while (displayWidth(rest) > width) {
    const most = takeWidth(rest, width)
    const slash = most.lastIndexOf('/') + 1
    const part = slash > most.length / 2 ? most.slice(0, slash) : most
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return [...parts, rest]
}
