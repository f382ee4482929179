/** A session that begins is told first what the user should know of Throughline itself. */
import type { HostEvent } from '../../model/host-event.ts'
import type { ContextSettings } from '../plan-context.ts'
import { frame } from './render-context.ts'

/** @param readNotice asked only where context is given; undefined when there is nothing to say */
export function addNotice(
  block: string,
  { detail }: HostEvent,
  { enabled, atStart }: ContextSettings,
  readNotice: () => string | undefined,
): string {
  const isStart = detail.kind === 'session-start' && detail.source !== 'compact'
  const notice = isStart && enabled && atStart ? readNotice() : undefined
  if (notice === undefined) return block
  const [opening, , closing] = frame
  return block === ''
    ? [opening, notice, closing].join('\n')
    : block.replace(opening, () => `${opening}\n${notice}`)
}

export function lostEventsNotice(lost: { readonly count: number } | undefined): string | undefined {
  if (!lost) return undefined
  const events = lost.count === 1 ? '1 event' : `${lost.count} events`
  return `Throughline could not write ${events} of earlier sessions, so its memory has a gap: tell the user to run throughline doctor.`
}
