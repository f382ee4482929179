/**
 * Why something was decided and what was rejected for it, in the decision's own words. Only plain
 * cases are recognised: the whole statement is on the page anyway.
 */

export interface DecisionParts {
  readonly reasons: readonly string[]
  readonly rejected: readonly string[]
}

const mostCharacters = 1_400
const fewestCharacters = 10

const isRejection =
  /^(?:tried and reverted|rejected|not taken)\b|\b(?:was|were|is|are)(?: \w+ly)? (?:rejected|dropped|abandoned|ruled out|not taken)\b/i
const reasonInside = /\b(?:because|since(?! v?\d)|(?=so that\b|in order to\b))\s*(.+)$/i
const reasonAlone = /^(?:(?:reason|cause|why):|chosen(?! over\b))\s+(.+)$/i
const instead =
  /\b(?:instead of|rather than|in place of|chosen over|replac(?:es|ing))\s+((?:[^.,;:()]|\.\w|\(\))+)/gi

export function readDecision(content: string): DecisionParts {
  const [first = '', ...others] = clausesOf(content)
  const reasons: string[] = []
  const rejected: string[] = []
  for (const clause of [first, ...others]) {
    if (clause !== first && isRejection.test(clause)) {
      rejected.push(clause)
      continue
    }
    const [, reason] = reasonAlone.exec(clause) ?? reasonInside.exec(clause) ?? []
    if (reason !== undefined) reasons.push(reason)
    for (const [, other = ''] of clause.matchAll(instead)) rejected.push(other)
  }
  return { reasons: toLines(reasons), rejected: toLines(rejected) }
}

/** What is in parentheses is a clause of its own. */
function clausesOf(content: string): string[] {
  const inside: string[] = []
  const text = content
    .slice(0, mostCharacters)
    .replace(/\s+/g, ' ')
    .replace(/ \(([^()]{20,})\)/g, (_, words: string) => {
      inside.push(words)
      return ''
    })
  return [...text.split(/[.;](?=\s|$)\s*/), ...inside].map((each) => each.trim()).filter(Boolean)
}

const toLines = (found: readonly string[]) =>
  [...new Set(found.map((each) => each.trim()))]
    .filter((each) => each.length >= fewestCharacters && /\s|\W\w+\W/.test(each))
    .map((each) => each.replace(/^\p{Ll}(?=[\p{Ll}-]*\s)/u, (letter) => letter.toUpperCase()))
