/**
 * Whether a call that is about to run must be held back: the one place where guards decide. A guard
 * is judged by what the user set, never by what became of its memory.
 */
import { describePattern } from '../../../contract/guard-text.ts'
import type { HostEvent } from '../../model/host-event.ts'
import { isSameAddress, shortId } from '../../model/memory.ts'
import type { GuardStore } from '../../ports/guard-store.ts'
import type { History } from '../../ports/history.ts'
import type { HostProtocol, Verdict } from '../../ports/host.ts'
import type { Clock } from '../../ports/runtime.ts'
import { quoteName, safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import type { HostMoment } from '../host-moment.ts'
import { addressesFor } from '../situation.ts'
import { findMatch, isEnforced, patternFor } from './guard.ts'
import { factsOf } from './tool-patterns.ts'

export interface JudgePorts {
  readonly guards: Pick<GuardStore, 'list' | 'recordFiring'>
  readonly history: Pick<History, 'sessionId'>
  readonly clock: Clock
  /** Absent where the rules of redaction take too long to load; then the call is not recorded. */
  readonly redact?: (text: string) => string
}

export interface JudgedMoment
  extends Pick<HostMoment, 'event' | 'folder' | 'caller' | 'findPlace'> {
  readonly host: Pick<HostProtocol, 'events' | 'capabilities'>
}

/** @returns undefined if the call may run */
export async function judgeCall(
  { host, event, folder, caller, findPlace }: JudgedMoment,
  ports: JudgePorts,
): Promise<Verdict | undefined> {
  const { detail } = event
  if (detail.kind !== 'before-tool' || !isGuarded(host, event)) return undefined
  const set = (await ports.guards.list()).filter(({ level }) => isEnforced(level))
  if (set.length === 0) return undefined
  const place = await findPlace()
  if (place.kind === 'disabled') return undefined
  const { projectId, root = folder } = place
  const sessionId = await ports.history.sessionId(event.sessionId)
  const addresses = addressesFor({ caller, subagent: undefined, sessionId, projectId })
  const call = factsOf(detail, event.cwd ?? folder, root)
  const firing = set
    .filter((guard) => addresses.some((address) => isSameAddress(address, guard)))
    .flatMap((guard) => {
      const match = findMatch(guard, call)
      return match ? [{ guard, match }] : []
    })
  const [first] = firing.toSorted((one, other) => severity(other) - severity(one))
  if (!first) return undefined
  const { guard, match } = first
  const part = patternFor(match.part)
  const record = { at: ports.clock.now().toISOString(), host: event.host }
  const known = ports.redact && { call: redacted(part, ports.redact) }
  // A store that cannot be written must not let the call pass.
  await ports.guards.recordFiring(guard.memoryId, { ...record, ...known }).catch(() => undefined)
  const isAsked = guard.level === 'ask'
  const canAsk = host.capabilities.guards.includes('ask')
  const about = `${quoteName(describePattern(part))}, guard ${shortId(guard.memoryId)}`
  const rule = guard.content === '' ? 'set by the user' : shorten(safeText(guard.content), mostText)
  if (isAsked && canAsk) return { kind: 'ask', reason: `Your rule: ${rule} (${about})` }
  const next = isAsked
    ? 'This agent cannot ask for it here: tell the user, who can run it or change the guard.'
    : 'Do it another way, or tell the user, who alone can change the guard.'
  return { kind: 'block', reason: `The user’s rule: ${rule} (${about}) ${next}` }
}

const mostText = 320

const severity = ({ guard }: { readonly guard: { readonly level: string } }) =>
  Number(guard.level === 'block')

const isGuarded = ({ events }: JudgedMoment['host'], { name }: HostEvent) =>
  events.some((spec) => spec.name === name && spec.guardsTool)

function redacted<Pattern extends object>(pattern: Pattern, redact: (text: string) => string) {
  const entries = Object.entries(pattern).map(([name, text]) => [name, redact(String(text))])
  return Object.fromEntries(entries) as Pattern
}
