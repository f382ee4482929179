/** How many columns of a terminal a text takes, and texts cut or wrapped to fit. */

export function displayWidth(text: string): number {
  if (isNarrow.test(text)) return text.length
  let width = 0
  for (const each of graphemes(text)) width += graphemeWidth(each)
  return width
}

/** At most `width` columns; whole words where that loses little, then `…` if something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  const start = takeWidth(text, width - 1)
  const space = start.lastIndexOf(' ')
  const isInWord = text.charAt(start.length) !== ' ' && space > start.length * 0.7
  const kept = isInWord ? start.slice(0, space) : start
  return `${kept.replace(/[\s.,;:…–—-]+$/, '')}…`
}

/** The longest beginning that fits, and at least one character. */
function takeWidth(text: string, width: number): string {
  if (isNarrow.test(text)) return text.slice(0, Math.max(1, width))
  let taken = ''
  let used = 0
  for (const each of graphemes(text)) {
    used += graphemeWidth(each)
    if (used > width && taken !== '') break
    taken += each
  }
  return taken
}

/**
 * Letters, punctuation, arrows and lines that take one column each and never join with a neighbour.
 * Only other characters need `Intl.Segmenter`, which takes as long to load as Node to start.
 */
const isNarrow =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2500-\u257f]*$/

let segmenter: Intl.Segmenter | undefined

function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

const isEmpty = /^[\p{M}\p{Cf}\p{Cc}]+$/u
const isEmoji = /\p{Emoji_Presentation}|\ufe0f/u
/** East Asian wide and full-width characters, by Unicode's EastAsianWidth. */
const isWide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u

function graphemeWidth(grapheme: string): number {
  if (isEmpty.test(grapheme)) return 0
  return isWide.test(grapheme) || isEmoji.test(grapheme) ? 2 : 1
}

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

/** Later lines align with the text of the first, after its indent and bullet. */
export function wrapLine(line: string, width: number): string[] {
  if (displayWidth(line) <= width) return [line]
  const lead = margin.exec(line)?.[0] ?? ''
  const indent = lead.length > width / 2 ? '' : ' '.repeat(lead.length)
  const [first = '', ...others] = wrap(line.slice(lead.length), width - indent.length)
  return [lead + first, ...others.map((each) => indent + each)].map((each) => each.trimEnd())
}

/** Links, and keys of a team server: broken ones cannot be copied. */
const staysWhole = /^[("'<]*(?:https?:\/\/|tl[a-z]?_)/

/** After a slash if there is one, as in a path. */
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
