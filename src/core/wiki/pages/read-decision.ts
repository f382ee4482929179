/**
 * Why something was decided and what was rejected for it, in the decision's own words. Only plain
 * cases are recognised: the whole statement is on the page anyway.
 */

export interface DecisionParts {
  readonly reasons: readonly string[]
  readonly rejected: readonly string[]
}

const mostCharacters = 1_400
const fewestCharacters = 8

const isRejection =
  /^(?:tried and reverted|rejected|not taken)\b|\b(?:was|were|is|are)(?: \w+ly| tried and)? (?:rejected|dropped|abandoned|ruled out|not taken)\b|\b(?:was|were) the (?:alternatives?|options? not taken)\b/i
/** «A queue was rejected as overkill»: the option, and the reason if there is one. */
const rejectedOption =
  /^(.+?)(?<! (?:and|but|that|which)) (?:was|were|is|are)(?: \w+ly| tried and)? (?:rejected|dropped|abandoned|ruled out|not taken|the alternatives?|the options? not taken)(?:(?: as| since| because|:) (.+))?$/i
const isTooMuch = /\b(?:is|are|was|were) (?:\w+ )?too \w+/i
const reasonInside = /\b(?:because|since(?! v?\d)|(?=so that\b|in order to\b))\s*(.+)$/i
/** «, as uploads were slow», but not «, as planned» or «, as a fallback». */
const reasonWithAs =
  /, as (?!if\b)((?:\S+ ){1,6}?(?:is|are|was|were|would|has|have|had|can|cannot|could|needs?|lacks?)\b.+)$/
const purpose =
  /(?:^|\s)(to (?:avoid|prevent|keep|spare|save|reduce|limit|ensure|make sure|stay) .+)$|, (for (?:\w+ )?(?:clarity|safety|speed|simplicity|transparency|consistency)\b.*)$/
const benefit =
  /, so (?!that\b|far\b|(?:\S+ ){0,3}(?:always|never|do|must|should|needs?|has to|have to)\b)(.+)$/
const reasonAlone = /^(?:(?:reason|cause|why):|chosen(?! over\b))\s+(.+)$/i
const instead =
  /\b(?:instead of|rather than|in place of|(?:chosen|preferred) over|replac(?:es|ing))\s+((?:[^.,;:()]|\.\w|\(\w*\))+)/gi
/** «, not the SDK» and «, not in a file of its own». */
const contrast =
  /, not ((?:the|an?|by|(?:in|on|via|with|from|through) an?) (?!one\b|every\b|each\b|all\b)(?:[^.,;:()]|\.\w|\(\w*\))+)/g

const known = new Map<string, DecisionParts>()
const mostKnown = 20_000

export function readDecision(content: string): DecisionParts {
  const before = known.get(content)
  if (before) return before
  const parts = readParts(content)
  if (known.size >= mostKnown) known.clear()
  known.set(content, parts)
  return parts
}

export function saysWhy(content: string): boolean {
  const { reasons, rejected } = readDecision(content)
  return reasons.length + rejected.length > 0
}

function readParts(content: string): DecisionParts {
  const reasons: string[] = []
  const rejected: string[] = []
  for (const [n, clause] of clausesOf(content).entries()) {
    // What comes before a colon says what was decided.
    const option = n === 0 ? /^[^:]{12,}: ([^:]+)$/.exec(clause)?.[1] : clause
    const isRejected = isRejection.test(option ?? '') || (n > 0 && isTooMuch.test(clause))
    if (isRejected && option !== undefined) rejected.push(nameOption(option))
    if (isRejected && n > 0) continue
    const found = [reasonAlone, reasonInside, reasonWithAs, purpose, benefit].flatMap(
      (form) => form.exec(clause)?.slice(1).find(Boolean) ?? [],
    )
    reasons.push(...found.slice(0, 1))
    for (const form of [instead, contrast]) {
      for (const [, other = ''] of clause.matchAll(form)) rejected.push(...other.split(bothOptions))
    }
  }
  return { reasons: toLines(reasons), rejected: toLines(rejected) }
}

const bothOptions = / nor | and over /

/** Without the words that the heading says. */
function nameOption(clause: string): string {
  const [, option, reason] = rejectedOption.exec(clause) ?? []
  if (option === undefined) return clause.replace(/^(?:rejected:|not) /i, '')
  return reason === undefined ? option : `${option}: ${reason}`
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
