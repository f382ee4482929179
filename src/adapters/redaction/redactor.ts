/**
 * Removes `<private>` spans, then every secret that a rule finds in any view of the text, within a
 * time limit.
 */
import type { Redactor } from '../../core/ports/redactor.ts'
import { redacted, removePrivateSpans } from './marker.ts'
import { findCredential, isCookieValue } from './rules/authorization.ts'
import { isUnknownToken } from './rules/unanchored.ts'
import { findSecrets, partLength } from './scan/find-secrets.ts'
import type { Span } from './scan/source.ts'
import { isSecretValue } from './values/secret-assignment.ts'
import { isOrdinaryName } from './values/secret-names.ts'
import { secretMember } from './values/written-name.ts'

interface RedactorOptions {
  /** Milliseconds of processor time; wall time would penalise texts on a busy machine. */
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

/** Starts with the first long text; short ones are always redacted. */
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
/** Only the text that follows may identify a secret at the end of a part. */
const mostLookahead = 8 * 1024

/**
 * Repeats until nothing changes, because removing one secret can join the parts of another. A text
 * that never settles was built to hide something.
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
    // A rule fails only if memory or stack runs out; then the text is not stored.
  }
  return redacted('unreadable')
}

const mostNoted = 4_096
const longestNoted = 160
const cleanTexts = new Set<string>()

/** Payloads repeat names and short values all the time: tools, files and members. */
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
