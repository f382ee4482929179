/** Reads a spool file: parses and redacts its event and finds out where it happened. */
import { meaningOf } from '../../contract/errors.ts'
import { type CallerNames, toCallerNames } from '../model/caller-names.ts'
import { contentKey, type Hash } from '../model/content-key.ts'
import type { CaptureLocation, HostEvent } from '../model/host-event.ts'
import type { JsonObject } from '../model/json.ts'
import type { SpoolEnvelope } from '../model/spool-file.ts'
import type { HostProtocol } from '../ports/host.ts'
import { type TimeLimit, TooSlowError } from '../ports/runtime.ts'
import type { Spool, SpoolEntry } from '../ports/spool.ts'
import { type CompletionParts, completeEvent } from './complete-event.ts'
import { redactPayload } from './redact-payload.ts'
import { parsePayload } from './repair-json.ts'

/** An event ready to ingest: redacted, parsed, with a known project. */
export interface Arrival {
  readonly arrivedAt: string
  readonly event: HostEvent
  readonly contentKey: string
  readonly projectId: string | undefined
  /** The project's folder. */
  readonly root: string | undefined
  readonly branch: string | undefined
  /** The commit that was checked out; undefined for imported events. */
  readonly commit?: string | undefined
  readonly caller: CallerNames
  /** Imported: it happened long ago, and nobody waits for it. */
  readonly isPast?: boolean
  /** Imported from a repository's file: nobody on this machine said any of it. */
  readonly trust?: 'repository'
  /** The model, if an imported event names it. */
  readonly model?: string | undefined
}

export interface ReadParts extends CompletionParts {
  readonly spool: Spool
  /** Finds a host by name; the payload may reveal that another host sent it. */
  readonly findHost: (name: string, payload?: JsonObject) => HostProtocol | undefined
  readonly placeOf: (envelope: SpoolEnvelope, cwd: string | undefined) => Promise<CaptureLocation>
  readonly hash: Hash
  readonly timeLimit: TimeLimit
}

export type EntryReading =
  /** The payload is redacted. */
  | { readonly kind: 'arrival'; readonly arrival: Arrival; readonly payload: JsonObject }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'broken'; readonly reason: string; readonly text: string }
  | UnreadableNow

/** The entry could not be read or placed now and will be retried. */
export interface UnreadableNow {
  readonly kind: 'later'
  readonly reason: string
  /** The computer lacks resources, so other entries fail too. */
  readonly isShortage: boolean
  /** The readable part, redacted. */
  readonly text: string
}

/** @throws only errors of the store, see `errorMeanings` */
export async function readEntry(parts: ReadParts, entry: SpoolEntry): Promise<EntryReading> {
  let payload: JsonObject | undefined
  try {
    const file = await parts.spool.read(entry)
    if (file.kind === 'gone') return { kind: 'nothing' }
    if (file.kind === 'broken') return broken(parts, file.reason, file.text)
    const understood = understandInTime(parts, file.envelope, file.payload)
    if (understood.kind === 'broken') return understood
    const { host, key } = understood
    payload = understood.payload
    const { arrivedAt } = entry
    const event = await parts.timeLimit.wait(
      completeEvent(understood.event, arrivedAt, host, parts),
    )
    const place = await parts.timeLimit.wait(parts.placeOf(file.envelope, event.cwd))
    if (place.kind === 'disabled') return { kind: 'nothing' }
    const { projectId, root, branch, commit } = place
    const where = { projectId, root, branch, commit, caller: callerOf(file.envelope, parts) }
    return { kind: 'arrival', arrival: { arrivedAt, event, contentKey: key, ...where }, payload }
  } catch (error) {
    if (meaningOf(error).isStoreTrouble) throw error
    const reason = parts.redactor.redact(messageOf(error))
    const text = payload ? JSON.stringify(payload) : ''
    return { kind: 'later', reason, isShortage: isShortage(error), text }
  }
}

const shortages = 'EMFILE ENFILE ENOMEM ENOSPC EDQUOT EROFS EAGAIN EBUSY'.split(' ')

function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && shortages.includes(String(error.code))) || isShortage(error.cause)
}

/** Drops names that are secrets. */
function callerOf({ session = '', agent = '' }: SpoolEnvelope, { redactor }: ReadParts) {
  return toCallerNames(redactor.redact(session), redactor.redact(agent))
}

/** For shorter text, setting up the limit takes longer than the work. */
const leastLimitedLength = 32 * 1024

function understandInTime(parts: ReadParts, envelope: SpoolEnvelope, text: string) {
  const work = () => understand(parts, envelope, text)
  if (text.length < leastLimitedLength) return work()
  try {
    return parts.timeLimit.run(work)
  } catch (error) {
    if (!(error instanceof TooSlowError)) throw error
    // Redacting may be what took too long, so drop the text.
    return { kind: 'broken' as const, reason: `cannot be read: ${error.message}`, text: '' }
  }
}

function understand(parts: ReadParts, envelope: SpoolEnvelope, text: string) {
  const parsed = parsePayload(text)
  const host = parts.findHost(envelope.host, parsed.kind === 'broken' ? undefined : parsed.value)
  if (!host) return broken(parts, `unknown host "${envelope.host}"`, text)
  if (parsed.kind === 'broken') return broken(parts, parsed.reason, parsed.isTooComplex ? '' : text)
  try {
    const payload = redactPayload(parsed.value, parts.redactor)
    const event = host.parse(envelope.event, payload)
    if (!event) return broken(parts, 'names no session', text)
    const cwd = event.cwd ?? (envelope.cwd && parts.redactor.redact(envelope.cwd))
    const key = contentKey(event, parts.hash)
    const located = cwd === undefined ? event : { ...event, cwd }
    return { kind: 'event' as const, host, event: withCommonFields(located), key, payload }
  } catch (error) {
    return broken(parts, `cannot be understood: ${messageOf(error)}`, text)
  }
}

/** Fields with the same meaning for every host; they also stay in `fields`. */
function withCommonFields(event: HostEvent): HostEvent {
  const { detail, fields } = event
  const { prompt_number: number, stop_hook_active } = fields
  if (detail.kind === 'turn-end' && stop_hook_active === true) {
    return { ...event, detail: { ...detail, isContinuation: true } }
  }
  const isNumbered = typeof number === 'number' && Number.isSafeInteger(number) && number > 0
  if (detail.kind !== 'prompt' || !isNumbered) return event
  return { ...event, detail: { ...detail, number }, isDistinct: true }
}

/** Rejected files are kept, so redact them first. */
export function broken(parts: ReadParts, reason: string, text: string) {
  const { redactor } = parts
  return { kind: 'broken' as const, reason: redactor.redact(reason), text: redactor.redact(text) }
}

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)
