/**
 * Redacts private keys in PEM, OpenSSH, PGP, SSH2 and PuTTY format: across lines, with escaped line
 * breaks as in JSON, and cut off at either end. Keeps certificates and public keys.
 */
import { redacted } from './marker.ts'

const marker =
  /-{4,5} ?(BEGIN|END) (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}|(Private-Lines): \d{1,4}/g
const longestKey = 64 * 1024

export function redactPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY') && !text.includes('Private-Lines')) return text
  const markers = [...text.matchAll(marker)]
  const kept: string[] = []
  let keptUpTo = 0
  for (const [position, match] of markers.entries()) {
    if (match.index < keptUpTo) continue
    const span = keySpan(text, match, markers[position + 1], keptUpTo)
    if (span === undefined) continue
    kept.push(text.slice(keptUpTo, span.start), redacted('private-key'))
    keptUpTo = span.end
  }
  if (kept.length === 0) return text
  return kept.join('') + text.slice(keptUpTo)
}

interface Span {
  readonly start: number
  readonly end: number
}

function keySpan(
  text: string,
  match: RegExpExecArray,
  next: RegExpExecArray | undefined,
  keptUpTo: number,
): Span | undefined {
  const bodyStart = match.index + match[0].length
  if (match[1] === 'END') {
    const start = startOfLinesBefore(text, match.index, keptUpTo)
    return start === match.index ? undefined : { start, end: bodyStart }
  }
  if (next?.[1] === 'END' && next.index - bodyStart <= longestKey) {
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(bodyStart, next.index))) return undefined
    return { start: match.index, end: next.index + next[0].length }
  }
  const end = endOfLinesAfter(text, bodyStart)
  return end === bodyStart ? undefined : { start: match.index, end }
}

/** Separators between lines of a key: breaks, escaped breaks, string joins, gutters, headers. */
const betweenLines =
  /(?:\s|\\{1,4}[nrt]|["'`+,>|]|\d{1,6}[\t:→|]|[A-Z][A-Za-z-]{2,16}: [^\n\\"]{1,80}(?=[\n\\"])){0,64}/y
const keyLine = /[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{0,15}={1,2}|[A-Za-z0-9+/]{1,15}$/y

function endOfLinesAfter(text: string, start: number): number {
  let end = start
  for (;;) {
    betweenLines.lastIndex = end
    betweenLines.test(text)
    keyLine.lastIndex = Math.max(end, betweenLines.lastIndex)
    if (!keyLine.test(text)) return end
    end = keyLine.lastIndex
  }
}

const lineBefore = /(?:^|\s|\\n|["'`+>|\t])([A-Za-z0-9+/=]+)(?:["'`+,]|\s|\\{1,4}[nrt]){0,16}$/
const longestLine = 160

/** The last line of a key may have any length; the lines before it are full. */
function startOfLinesBefore(text: string, end: number, floor: number): number {
  let start = end
  let isKey = false
  for (;;) {
    const window = text.slice(Math.max(floor, start - longestLine), start)
    const line = lineBefore.exec(window)?.[1]
    if (line === undefined || (line.length < 16 && start !== end)) return isKey ? start : end
    start += window.lastIndexOf(line) - window.length
    if (line.length >= 16) isKey = true
  }
}
