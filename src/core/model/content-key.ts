/** The key by which an event is recognised when it comes again. */

import type { Hash } from './hash.ts'
import type { HostEvent } from './host-event.ts'
import { canonicalJson } from './json.ts'

/**
 * The same event gives the same key whenever it arrives, and whoever delivers it: what the host's
 * adapter leaves out of it, such as the time of a delivery, does not count.
 */
export function contentKey(event: HostEvent, hash: Hash): string {
  return hash(canonicalJson(event)).slice(0, 32)
}

/**
 * An event without an id of its own (a session start, a second «yes») may rightly happen again with
 * the same content, so its place in the session is part of its key.
 */
export function eventKey(key: string, isDistinct: boolean, place: number, hash: Hash): string {
  return isDistinct ? key : hash(`${key}\n${place}`).slice(0, 32)
}
