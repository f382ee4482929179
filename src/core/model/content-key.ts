/** Keys that recognise an event that arrives again. */
import type { HostEvent } from './host-event.ts'
import { canonicalJson } from './json.ts'

/**
 * The same event always has the same key, however it is delivered. Whatever the host's adapter
 * leaves out of the event, such as its delivery time, does not count.
 */
export function contentKey(event: HostEvent, hash: Hash): string {
  return hash(canonicalJson(event)).slice(0, 32)
}

/**
 * An event without its own id (a session start, a second «yes») can legitimately repeat with the
 * same content, so its position in the session is part of its key.
 */
export function eventKey(key: string, isDistinct: boolean, position: number, hash: Hash): string {
  return isDistinct ? key : hash(`${key}\n${position}`).slice(0, 32)
}

/** SHA-256 of a text, in hexadecimal. */
export type Hash = (text: string) => string
