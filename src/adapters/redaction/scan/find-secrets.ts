/**
 * Finds every secret in any view of a text. Preparing the rules takes 25 ms, so this module is
 * loaded only when a text is redacted.
 */
import { assignmentRule } from '../rules/assignments.ts'
import { schemeRule, urlCredentialRule } from '../rules/authorization.ts'
import { printedRule } from '../rules/below.ts'
import { callRule } from '../rules/calls.ts'
import { commandLineRules } from '../rules/command-lines.ts'
import { credentialFileRules } from '../rules/credential-files.ts'
import { createDecodedRule, createEncodedRule } from '../rules/encoded.ts'
import { privateKeyRule, webKeyRule } from '../rules/private-keys.ts'
import { infixTokenRules, jwtRule, tokenRules } from '../rules/tokens.ts'
import { unanchoredRules } from '../rules/unanchored.ts'
import { isBrowserKey } from '../values/browser-keys.ts'
import { createScanner, type LiteralScanner } from './literal-scanner.ts'
import { type Rule, Source, type Span, viewsOf } from './source.ts'

/** The most specific first: if spans overlap, the first rule sets the kind. */
const specificRules: readonly Rule[] = [
  privateKeyRule,
  webKeyRule,
  ...infixTokenRules,
  ...tokenRules,
  jwtRule,
]
const firstGeneralRank = specificRules.length
const plainRules: readonly Rule[] = [
  ...specificRules,
  urlCredentialRule,
  assignmentRule,
  schemeRule,
  callRule,
  ...commandLineRules,
  ...credentialFileRules,
  printedRule,
]
const plainScanner = scannerOf(plainRules)

const hasSecret = (decoded: string) =>
  findPlain(decoded, plainScanner, () => false).spans.length > 0

export const rules: readonly Rule[] = [
  ...plainRules,
  createEncodedRule(hasSecret),
  createDecodedRule(hasSecret),
]
const scanner = scannerOf(rules)

interface Found extends Span {
  readonly rank: number
}

interface Findings {
  /** In order, without overlaps. */
  readonly spans: readonly Span[]
  /** How far the search got in time; usually the whole text. */
  readonly readUpTo: number
}

/** @param isTimeUp called between parts of the text; the first part is always searched */
export function findSecrets(text: string, isTimeUp: () => boolean): Findings {
  return findPlain(text, scanner, isTimeUp)
}

function findPlain(
  text: string,
  by: LiteralScanner<RankedRule>,
  isTimeUp: () => boolean,
): Findings {
  const { found, readUpTo } = scanParts(text, by, isTimeUp)
  for (const view of viewsOf(text.slice(0, readUpTo))) {
    for (const span of scanParts(view.text, by, isTimeUp).found) {
      found.push({ ...view.inOriginal(span), rank: span.rank })
    }
  }
  return { spans: merge(found), readUpTo }
}

interface RankedRule {
  readonly rule: Rule
  readonly rank: number
}

function scannerOf(ranked: readonly Rule[]): LiteralScanner<RankedRule> {
  const anchors = ranked.flatMap((rule, rank) => {
    const owner = { rule, rank }
    const ignoresCase = rule.ignoresCase ?? false
    return rule.anchors.map((literal) => ({ literal, ignoresCase, owner }))
  })
  return createScanner(anchors)
}

/** The first part of a text is always read. */
export const partLength = 64 * 1024

function scanParts(text: string, by: LiteralScanner<RankedRule>, isTimeUp: () => boolean) {
  const source = new Source(text)
  const found: Found[] = []
  let claimedUpTo = 0
  const add = (spans: Span | readonly Span[] | undefined, rank: number) => {
    if (spans === undefined) return
    for (const span of 'start' in spans ? [spans] : spans) {
      if (isBrowserKey(text, span)) continue
      found.push({ ...span, rank: span.isGuess ? rules.length : rank })
      if (!span.isGuess) claimedUpTo = Math.max(claimedUpTo, span.end)
    }
  }
  let readUpTo = 0
  while (readUpTo < text.length && (readUpTo === 0 || !isTimeUp())) {
    const end = Math.min(text.length, readUpTo + partLength)
    by.scan(text, readUpTo, end, ({ rule, rank }, at, anchor) => {
      // Inside a secret, only a rule that names its kind more precisely helps.
      if (at < claimedUpTo && rank >= firstGeneralRank) return
      add(rule.find(source, at, anchor), rank)
    })
    readUpTo = end
  }
  const searched = readUpTo < text.length ? new Source(text.slice(0, readUpTo)) : source
  for (const rule of unanchoredRules) add(rule.find(searched), 0)
  return { found, readUpTo }
}

function merge(found: Found[]): Span[] {
  found.sort((one, other) => one.start - other.start || other.end - one.end)
  const merged: Found[] = []
  for (const next of found) {
    const last = merged.at(-1)
    if (last === undefined || next.start >= last.end) {
      if (next.end > next.start) merged.push(next)
      continue
    }
    const named = next.rank < last.rank ? next : last
    merged[merged.length - 1] = {
      start: last.start,
      end: Math.max(last.end, next.end),
      kind: named.kind,
      rank: named.rank,
    }
  }
  return merged
}
