import { ThroughlineError } from '../../contract/errors.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import type { HostProtocol } from '../../core/ports/host.ts'

/** A person who mistypes an event wants to hear of it; a host that sends a new one is welcome. */
export function requireEvent(host: HostProtocol, eventName: string): void {
  const known = host.events.map(({ name }) => name)
  if (known.includes(eventName)) return
  const nearest = nearestName(eventName, known)
  throw new ThroughlineError('invalid-input', `${host.displayName} has no event "${eventName}"`, {
    hint: nearest ? `did you mean ${nearest}?` : `known events: ${known.join(', ')}`,
  })
}
