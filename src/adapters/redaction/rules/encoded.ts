/** Secrets wrapped in base64: `cGFzc3dvcmQ9…` is `password=…`. */

import type { Rule, Span } from '../scan/source.ts'
import { decodeBase64 } from '../values/secret-values.ts'

const words = `password passwd passphrase secret token api_key apikey api-key access_key private_key
  authorization bearer credential client_secret _key= pwd=`.split(/\s+/)
const verbatim = [
  'PRIVATE KEY',
  'ghp_',
  'github_pat_',
  'glpat-',
  'sk-ant-',
  'sk-proj-',
  'sk_live_',
  'AKIA',
  'xoxb-',
  'xoxp-',
  'AIza',
  '://',
  'eyJhbGciOi',
]

/** A word's base64 form depends on its position in a group of three bytes. */
function encodings(word: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = btoa('\0'.repeat(shift) + word)
    const start = Math.ceil((shift * 8) / 6)
    const end = Math.floor(((shift + word.length) * 8) / 6)
    const stable = encoded.slice(start, end)
    return stable.length >= 5 ? [stable] : []
  })
}

const inAnyCase = words.flatMap((word) => [
  word,
  word.toUpperCase(),
  word.charAt(0).toUpperCase() + word.slice(1),
])
const utf16 = ['password', 'Password', 'secret', 'token', 'apikey'].map((word) =>
  [...word].join('\0'),
)
const anchors = [...inAnyCase, ...verbatim, ...utf16].flatMap(encodings)

const runEnd = /[^A-Za-z0-9+/_-]/g
const padding = /={0,2}/y
const longestRun = 4_096
const shortestRun = 16

/** What decodes the text before or after it: `echo … | base64 -d`, `atob("…")`, `encoding: b64`. */
const decoders = [
  'base64 -d',
  'base64 --d',
  'base64 -D',
  'atob(',
  'b64decode(',
  'FromBase64String(',
  'decodestring(',
  'encoding: b64',
  'encoding: base64',
  'openssl base64 -d',
  'openssl enc -d',
]
const runBefore = /([A-Za-z0-9+/_-]{12,512}={0,2})["']?(?:[ \t]{0,4}(?:\||<<<))[^\n|]{0,40}$/
const runAfter =
  /["'(]{0,3}(?:\s{0,16}[\w-]{1,16}: [^\n]{1,80}\n){0,3}[^\n]{0,24}?(?:<<< ?|["' ])["']?([A-Za-z0-9+/_-]{12,512}={0,2})(?![\w+/])/y

/** `bob:hunter2x`, `host:5432:db:bob:hunter2x` or another line of a password file. */
const credentialLine = /^[\w.@*-]{1,80}(?::[\w.@*-]{1,80}){0,3}:[^\s:]{4,128}\s*$/

/** @param hasSecret judges the decoded text */
export function createDecodedRule(hasSecret: (text: string) => boolean): Rule {
  return {
    name: 'decoded',
    anchors: decoders,
    find(source, at, anchor): Span | undefined {
      const before = source.before(at, 600)
      const line = before.slice(before.lastIndexOf('\n') + 1)
      const found = runBefore.exec(line)
      const run = found?.[1] ?? source.match(runAfter, at + anchor.length)?.[1]
      if (run === undefined) return undefined
      const decoded = decodeBase64(run)
      if (!isText(decoded) || !(credentialLine.test(decoded) || hasSecret(decoded)))
        return undefined
      const start =
        found === null ? runAfter.lastIndex - run.length : at - line.length + found.index
      return { start, end: start + run.length, kind: 'encoded-secret' }
    },
  }
}

/** @param hasSecret judges the decoded text */
export function createEncodedRule(hasSecret: (text: string) => boolean): Rule {
  const rule: Rule = {
    name: 'encoded',
    anchors: [...new Set(anchors)],
    find(source, at): Span | undefined {
      if (source.isRead(rule, at)) return undefined
      const end = source.next(runEnd, at)
      const start = startOfRun(source.text, at)
      // Longer runs are read in parts that overlap by the length of a secret.
      const partEnd = Math.min(end, at + longestRun / 2)
      source.markRead(rule, partEnd)
      if (end - start < shortestRun) return undefined
      for (let shift = 0; shift < 4; shift++) {
        const decoded = decodeBase64(source.text.slice(start + shift, partEnd))
        if (/ PRIVATE KEY-{4,5}\s/.test(decoded) || (isText(decoded) && hasSecret(decoded))) {
          source.match(padding, end)
          return { start, end: padding.lastIndex, kind: 'encoded-secret' }
        }
      }
      return undefined
    },
  }
  return rule
}

function startOfRun(text: string, at: number): number {
  let start = at
  while (
    start > 0 &&
    at - start < longestRun / 2 &&
    /[A-Za-z0-9+/_-]/.test(text[start - 1] ?? '')
  ) {
    start--
  }
  return start
}

/** Text is printable, apart from the zero bytes of UTF-16. */
function isText(decoded: string): boolean {
  return (
    decoded.length >= 8 &&
    /^[\t\n\r\x20-\x7e\x80-\xff\0]*$/.test(decoded) &&
    /[\x20-\x7e]{4}|[\x20-\x7e]\0/.test(decoded)
  )
}
