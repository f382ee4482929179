/**
 * Private keys in PEM, OpenSSH, PGP, SSH2 and PuTTY format, across lines, with escaped line breaks
 * as in JSON, or truncated at either end; and JSON web keys. Certificates and public keys stay.
 */
import type { Rule, Source, Span } from '../scan/source.ts'

const keyName = String.raw`(?:(?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?|OpenVPN (?:Static|tls-crypt-v2 client|tls-crypt-v2 server) key(?: V1)?)`
const marker = new RegExp(
  String.raw`-{4,5} ?(?:BEGIN|END) ${keyName} ?-{4,5}|Private-Lines: \d{1,4}`,
  'g',
)
const markerHere = new RegExp(
  String.raw`(BEGIN|END) ${keyName} ?-{4,5}|(Private-Lines): \d{1,4}`,
  'y',
)
const longestKey = 64 * 1024
const kind = 'private-key'

export const privateKeyRule: Rule = {
  name: kind,
  anchors: ['BEGIN ', 'END ', 'Private-Lines'],
  find(source, at) {
    const match = source.match(markerHere, at)
    if (match === null) return undefined
    const start = at - (/-{0,5} ?$/.exec(source.before(at, 6))?.[0].length ?? 0)
    const bodyStart = at + match[0].length
    return match[1] === 'END'
      ? findBody(source, start, bodyStart)
      : findKey(source, start, bodyStart)
  },
}

function findKey(source: Source, start: number, bodyStart: number): Span | undefined {
  const { text } = source
  const next = source.next(marker, bodyStart)
  const isClosed = next < text.length && next - bodyStart <= longestKey
  if (isClosed && /^-{4,5} ?END/.test(text.slice(next, next + 12))) {
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(bodyStart, next))) return undefined
    source.match(markerHere, text.indexOf('END', next))
    return { start, end: markerHere.lastIndex, kind }
  }
  const end = endOfLinesAfter(source, bodyStart)
  return end === bodyStart ? undefined : { start, end, kind }
}

function findBody(source: Source, start: number, end: number): Span | undefined {
  const from = startOfLinesBefore(source.text, start)
  return from === start ? undefined : { start: from, end, kind }
}

/** What separates the lines of a key: breaks, escaped breaks, string joins, gutters, headers. */
const betweenLines =
  /(?:\s|\\{1,4}[nrt]|["'`+,>|]|\d{1,6}[\t:→|]|[A-Z][A-Za-z-]{2,16}: [^\n\\"]{1,80}(?=[\n\\"])){0,64}/y
const keyLine = /[A-Za-z0-9+/=]{16,4096}|[A-Za-z0-9+/]{0,15}={1,2}|[A-Za-z0-9+/]{1,15}$/y

function endOfLinesAfter(source: Source, start: number): number {
  let end = start
  while (end - start < longestKey) {
    source.match(betweenLines, end)
    if (source.match(keyLine, Math.max(end, betweenLines.lastIndex)) === null) break
    end = keyLine.lastIndex
  }
  return end
}

const lineBefore = /(?:^|\s|\\n|["'`+>|\t])([A-Za-z0-9+/=]+)(?:["'`+,]|\s|\\{1,4}[nrt]){0,16}$/
const longestLine = 160

/** Only the last line of a key may be short. */
function startOfLinesBefore(text: string, end: number): number {
  let start = end
  let isKey = false
  while (end - start < longestKey) {
    const window = text.slice(Math.max(0, start - longestLine), start)
    const line = lineBefore.exec(window)?.[1]
    if (line === undefined || (line.length < 16 && start !== end)) break
    start += window.lastIndexOf(line) - window.length
    if (line.length >= 16) isKey = true
  }
  return isKey ? start : end
}

const keyType = /kty\\{0,4}["'`]?\s{0,8}:/y
const nextObject = /\{/g
const farthestMember = 4_096
const privateMember =
  /[{,]\s{0,64}\\{0,4}["'`]?(?:d|p|q|dp|dq|qi|k)\\{0,4}["'`]?\s{0,8}:\s{0,8}\\{0,4}["'`]([\w-]{16,2048})/g

/** The private members of a JSON web key. */
export const webKeyRule: Rule = {
  name: 'web-key',
  anchors: ['kty'],
  find(source, at) {
    if (source.isRead(webKeyRule, at) || source.match(keyType, at) === null) return undefined
    const before = source.before(at, farthestMember)
    const opening = before.lastIndexOf('{')
    if (opening < 0) {
      source.markRead(webKeyRule, source.next(nextObject, at))
      return undefined
    }
    const start = at - before.length + opening
    const after = source.text.slice(at, at + farthestMember)
    const closing = after.indexOf('}')
    const end = at + (closing < 0 ? after.length : closing)
    source.markRead(webKeyRule, end)
    return [...source.text.slice(start, end).matchAll(privateMember)].map((match) => {
      const memberEnd = start + match.index + match[0].length
      return { start: memberEnd - (match[1]?.length ?? 0), end: memberEnd, kind }
    })
  },
}
