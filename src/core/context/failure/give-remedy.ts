/** Answers a failed tool call with the known way out, once for each kind of failure in a session. */
import { hostSessionOf } from '../../model/context.ts'
import type { Shown } from '../../ports/injection-store.ts'
import { createBlock } from '../block/block.ts'
import { type HostMoment, type MomentPorts, recordMoment } from '../host-moment.ts'
import { addressesFor } from '../situation.ts'
import { type FailedCommand, failedCommand, findRemedy, type RemedyPorts } from './find-remedy.ts'

export interface GiveRemedyPorts extends RemedyPorts, MomentPorts {}

/** @returns the block; empty if nothing is known, or the session has it already */
export async function giveRemedy(moment: HostMoment, ports: GiveRemedyPorts): Promise<string> {
  const failed = failedCommand(moment.event, ports.hash)
  if (!failed) return ''
  const shown = await ports.injections.shownTo(hostSessionOf(moment.event))
  const isAnswered = failed.hashes.some((each) => shown.subjects.has(each))
  return isAnswered ? '' : give(failed, shown, moment, ports)
}

/** Older failures are no longer what the session is about. */
const mostAgeMs = 3_600_000

/** For hosts that take nothing after a failed command: the same with the next prompt. */
export async function giveLateRemedy(moment: HostMoment, ports: GiveRemedyPorts): Promise<string> {
  const sessionId = await ports.history.sessionId(moment.event.sessionId)
  if (sessionId === undefined) return ''
  const since = new Date(ports.clock.now().getTime() - mostAgeMs).toISOString()
  const open = await ports.failures.unresolved(sessionId, since)
  if (open.length === 0) return ''
  const shown = await ports.injections.shownTo(hostSessionOf(moment.event))
  const hashes = open.map(({ signature }) => signature).filter((each) => !shown.subjects.has(each))
  return give({ signatures: [], hashes, keys: [] }, shown, moment, ports)
}

async function give(
  failed: FailedCommand,
  shown: Shown,
  moment: HostMoment,
  ports: GiveRemedyPorts,
): Promise<string> {
  const { event, caller } = moment
  const place = await moment.findPlace()
  if (place.kind === 'disabled' || place.projectId === undefined) return ''
  const { projectId } = place
  const sessionId = await ports.history.sessionId(event.sessionId)
  const addresses = addressesFor({ caller, subagent: event.agent?.name, sessionId, projectId })
  const remedy = await findRemedy(failed, { projectId, sessionId, addresses }, ports)
  if (!remedy || shown.memoryIds.has(remedy.line.id)) return ''
  const bounds = { tokens: Number.POSITIVE_INFINITY, bytes: moment.mostCharacters }
  const block = createBlock(bounds, ports.clock.now())
  if (!block.add(remedy.line)) return ''
  const { subject } = remedy
  return recordMoment({ kind: 'failure', projectId, subject, plan: block.plan() }, moment, ports)
}
