/**
 * Texts made to slow a rule down, derived from the rules themselves: its anchors, each followed by
 * what such a rule reads next, over and over. A new rule is covered as soon as it is in the list.
 */

import { assignmentRule } from '../../../src/adapters/redaction/rules/assignments.ts'
import { tokenRules } from '../../../src/adapters/redaction/rules/tokens.ts'
import { rules } from '../../../src/adapters/redaction/scan/find-secrets.ts'
import { isLongRun } from '../../hermetic/long-run.ts'

export interface AdversarialText {
  readonly name: string
  make(length: number): string
}

/** What rules look for after an anchor: separators, quotes, characters of tokens, line breaks. */
const continuations = ['', 'aB3', '=', ': ', '=\\"', ' for a is ', ':a@', '", "', '\n  ']
/** Prefixes of tokens are all read by the same code. */
const tokenContinuations = ['aB3', '\n']

/** By the name of the rule. */
export const adversarialTexts: ReadonlyMap<string, readonly AdversarialText[]> = new Map([
  ...[...Map.groupBy(rules, ({ name }) => name)].map(([name, all]): [string, AdversarialText[]] => {
    const anchors = all.flatMap((rule) => rule.anchors)
    const isToken = tokenRules.includes(all[0] ?? assignmentRule)
    const others = isToken || !isLongRun ? [] : anchors.slice(1).slice(-1)
    return [name, [anchors[0] ?? '', ...others].flatMap((anchor) => textsOf(anchor, isToken))]
  }),
  ['lines that once took seconds', onceSlowTexts()],
])

function textsOf(anchor: string, isToken: boolean): AdversarialText[] {
  const used = isToken ? tokenContinuations : continuations
  return used.flatMap((next) =>
    next === '' || isToken
      ? [repeated(anchor + next)]
      : [repeated(anchor + next), ledBy(anchor, next)],
  )
}

/** Also the characters that rules without anchors look at. */
function onceSlowTexts(): AdversarialText[] {
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
  return units.flatMap((unit) => [repeated(unit), ledBy('password=', unit)])
}

function repeated(unit: string): AdversarialText {
  return {
    name: `${JSON.stringify(unit)} repeated`,
    make: (length) => unit.repeat(length / unit.length),
  }
}

function ledBy(anchor: string, unit: string): AdversarialText {
  return {
    name: `${JSON.stringify(anchor)}, then ${JSON.stringify(unit)} repeated`,
    make: (length) => anchor + unit.repeat(length / unit.length),
  }
}
