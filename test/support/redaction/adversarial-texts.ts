/**
 * Texts made to slow a rule down, derived from the rules themselves: its anchors, each followed by
 * what such a rule reads next, over and over. A new rule is covered as soon as it is in the list.
 */
import { rules } from '../../../src/adapters/redaction/find-secrets.ts'

export interface AdversarialText {
  readonly name: string
  make(length: number): string
}

/** What rules look for after an anchor: separators, quotes, characters of tokens, line breaks. */
const continuations = [
  ...['', ' ', 'a', 'aB3', '=', ': ', ':', '="', '=\\"', " = '", ' is ', ' for a is '],
  ...['.', '-', '_', '/', '@', ':a@', '|', '|\n  ', ', "', '", "', '>', '\n', '\\n', '" + "'],
]
/** Prefixes of tokens are all read by the same code. */
const tokenContinuations = ['', 'aB3', '.', '\n', '-a']
const mostAnchors = 4

export const adversarialTexts: readonly AdversarialText[] = [
  ...rules.flatMap(({ name, anchors }, position) => {
    const isToken = anchors.length > 0 && /-(?:token|key|secret|webhook|password|hash)$/.test(name)
    const used = isToken ? tokenContinuations : continuations
    return sampleOf(anchors, position).flatMap((anchor) =>
      used.flatMap((next) => [
        repeated(name, anchor + next),
        ...(next === '' ? [] : [ledBy(name, anchor, next), trailedBy(name, anchor, next)]),
      ]),
    )
  }),
  ...issueTexts(),
]

/** Lines that once took seconds, and the characters that rules without anchors look at. */
function issueTexts(): AdversarialText[] {
  const units = [
    ...['Authorization: ', 'otpauth://totp/a?secret=', 'Cookie: a=b; ', 'password: |\n '],
    ...[
      '.',
      '.aaaaaa.',
      '.aaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaa',
      '1',
      '1|',
      '/1',
      ':',
      'a:1:a:a:',
      '\n',
    ],
    ...[
      'abandon ',
      'abandon, ',
      'a ',
      '<private>',
      '<private ',
      '</private>',
      '\\',
      '\\"',
      '"',
      '%3D',
    ],
    ...[
      '\u200b',
      '\u001b[1m',
      'ｐ',
      '\0',
      '&quot;',
      '密码',
      'パスワードは',
      '-----',
      'MIIEMIIEMIIEMIIE\n',
    ],
  ]
  return units.flatMap((unit) => [repeated('unit', unit), ledBy('unit', 'password=', unit)])
}

function sampleOf(anchors: readonly string[], position: number): readonly string[] {
  if (anchors.length <= mostAnchors) return anchors
  const step = Math.floor(anchors.length / mostAnchors)
  return anchors.filter((_, index) => (index + position) % step === 0).slice(0, mostAnchors)
}

function repeated(rule: string, unit: string): AdversarialText {
  return {
    name: `${rule}: ${JSON.stringify(unit)} repeated`,
    make: (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
  }
}

function ledBy(rule: string, anchor: string, unit: string): AdversarialText {
  return {
    name: `${rule}: ${JSON.stringify(anchor)}, then ${JSON.stringify(unit)} repeated`,
    make: (length) => anchor + unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
  }
}

function trailedBy(rule: string, anchor: string, unit: string): AdversarialText {
  return {
    name: `${rule}: ${JSON.stringify(unit)} repeated, then ${JSON.stringify(anchor)}`,
    make: (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + anchor,
  }
}
