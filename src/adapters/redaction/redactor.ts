/**
 * The redactor: takes out `<private>` spans, then every secret that a rule finds in any view of the
 * text, within a time limit.
 */
import type { Redactor } from '../../core/ports/redactor.ts'
import { redacted, removePrivateSpans } from './marker.ts'
import { assignmentRule } from './rules/assignments.ts'
import {
  findCredential,
  isCookieValue,
  schemeRule,
  urlCredentialRule,
} from './rules/authorization.ts'
import { printedRule } from './rules/below.ts'
import { callRule } from './rules/calls.ts'
import { commandLineRules } from './rules/command-lines.ts'
import { credentialFileRules } from './rules/credential-files.ts'
import { createDecodedRule, createEncodedRule } from './rules/encoded.ts'
import { privateKeyRule, webKeyRule } from './rules/private-keys.ts'
import { infixTokenRules, jwtRule, tokenRules } from './rules/tokens.ts'
import { isUnknownToken, unanchoredRules } from './rules/unanchored.ts'
import { createScanner, type LiteralScanner } from './scan/literal-scanner.ts'
import { type Rule, Source, type Span, viewsOf } from './scan/source.ts'
import { isBrowserKey } from './values/browser-keys.ts'
import { isSecretValue } from './values/secret-assignment.ts'
import { isOrdinaryName } from './values/secret-names.ts'
import { secretMember } from './values/written-name.ts'

interface RedactorOptions {
  /** Milliseconds of processor time; wall time would punish a text for a busy machine. */
  readonly now?: () => number
  readonly budgetMs?: number
}

export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { now = processorTime, budgetMs = 2_000 } = options
  const startClock = (): Clock => {
    let deadline: number | undefined
    return {
      start: () => {
        deadline ??= now() + budgetMs
      },
      isTimeUp: () => now() > (deadline ?? 0),
    }
  }
  const redactorWith = (clock: () => Clock): Redactor => ({
    redact: (text) => redactMember('', text, clock()),
    redactMember: (name, value) => redactMember(name, value, clock()),
    forEvent() {
      const shared = clock()
      return redactorWith(() => shared)
    },
  })
  return redactorWith(startClock)
}

/** Starts with the first long text; a short one is redacted in any case. */
interface Clock {
  start(): void
  isTimeUp(): boolean
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const shortestSecret = 6
const mostPasses = 6
/** A secret that starts in what was read may only be recognised by what follows it. */
const mostLookahead = 8 * 1024

/**
 * Repeats until nothing changes, because removing one secret can join the parts of another. A text
 * that never settles was made to hide something.
 */
function redact(text: string, clock: Clock): string {
  if (text.length < shortestSecret || isKnownClean(text)) return text
  if (text.length > partLength) clock.start()
  try {
    let current = text
    for (let pass = 0; pass < mostPasses; pass++) {
      const visible = removePrivateSpans(current)
      const { spans, readUpTo } = findSecrets(visible, clock.isTimeUp)
      if (readUpTo < visible.length) return withheld(visible, spans, readUpTo)
      const next = replaceSpans(visible, spans, visible.length)
      if (next === current) return noteClean(text, current)
      current = next
    }
  } catch {
    // A rule fails only when memory or stack runs out; then the text is not stored.
  }
  return redacted('unreadable')
}

const mostNoted = 4_096
const longestNoted = 160
const cleanTexts = new Set<string>()

/** Payloads repeat names and short values all the time: the same tools, files and members. */
const isKnownClean = (text: string) => text.length <= longestNoted && cleanTexts.has(text)

function noteClean(text: string, result: string): string {
  if (text !== result || text.length > longestNoted) return result
  if (cleanTexts.size >= mostNoted) cleanTexts.clear()
  cleanTexts.add(text)
  return result
}

function withheld(text: string, spans: readonly Span[], readUpTo: number): string {
  return replaceSpans(text, spans, readUpTo - mostLookahead) + redacted('not-checked-in-time')
}

function replaceSpans(text: string, spans: readonly Span[], end: number): string {
  if (spans.length === 0 && end === text.length) return text
  const kept: string[] = []
  let keptUpTo = 0
  for (const span of spans) {
    if (span.start >= end) break
    kept.push(text.slice(keptUpTo, span.start), redacted(span.kind))
    keptUpTo = span.end
  }
  return kept.join('') + (keptUpTo < end ? text.slice(keptUpTo, end) : '')
}

function redactMember(key: string, value: string, clock: Clock): string {
  const name = secretMember(key)
  const text = redact(value, clock)
  if (name === undefined || name.strength === 'access') {
    return isUnknownToken(text) && !isOrdinaryName(key) ? redacted('token') : text
  }
  if (name.kind === 'authorization') {
    const credential = findCredential(text, 0, text.length)
    return credential === undefined ? text : replaceSpans(text, [credential], text.length)
  }
  if (name.kind === 'cookie') return isCookieValue(text) ? redacted(name.kind) : text
  return isSecretValue(name, text, 'quoted') ? redacted(name.kind) : text
}

/** Most specific first: where spans overlap, the first rule names the kind. */
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

/** A span with the rank of its rule. */
interface Found extends Span {
  readonly rank: number
}

interface Findings {
  /** In order, none overlapping another. */
  readonly spans: readonly Span[]
  /** How much was searched before time ran out: all of the text, as a rule. */
  readonly readUpTo: number
}

/** @param isTimeUp asked between parts of the text; the first part is always searched */
function findSecrets(text: string, isTimeUp: () => boolean): Findings {
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

/** The first part of a text is read whatever the time. */
const partLength = 64 * 1024

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
      // Inside a secret only a rule that names its kind more precisely is of use.
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
