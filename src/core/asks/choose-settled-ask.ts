/** Decides whether the agent is asked right after a tool call that settled work. */
import type { AskMode } from '../../contract/vocabulary.ts'
import { hostSessionOf } from '../model/context.ts'
import type { HostEvent } from '../model/host-event.ts'
import type { WaitingAsk } from '../ports/injection-store.ts'
import { mayAsk } from './ask-limits.ts'
import type { AskPorts, ChosenAsk } from './choose-ask.ts'
import { hasFailedBefore, type Settling, settlingBy } from './settled-moment.ts'
import { isSettledWorthAsking, lastTurns } from './settled-work.ts'

export interface SettledOccasion {
  readonly event: HostEvent
  readonly folder: string | undefined
}

export async function chooseSettledAsk(
  { event, folder }: SettledOccasion,
  ports: AskPorts,
  mode: AskMode,
): Promise<ChosenAsk | undefined> {
  const session = hostSessionOf(event)
  const settling = settlingBy(event)
  if (mode === 'off' || !settling || folder === undefined) return undefined
  if (!(await ports.connections.isConnected(session.host, folder))) return undefined
  const prompt = await ports.asks.promptCount(session)
  const asks = await ports.asks.list(session)
  const situation = { asks, prompt, mode }
  const ask = settledAsk(settling, ports)
  if (!mayAsk(situation) || asks.some(({ subject }) => subject === ask.subject)) return undefined
  const turns = await lastTurns(session, ports.history)
  const actions = turns.flatMap((turn) => turn.actions)
  const isSettled = settling.kind !== 'check' || hasFailedBefore(settling.key, actions)
  return isSettled && isSettledWorthAsking(turns, situation) ? { ...ask, prompt } : undefined
}

export function settledAsk({ kind, key }: Settling, { hash }: Pick<AskPorts, 'hash'>): WaitingAsk {
  return { moment: 'settled', subject: hash(`${kind} ${key}`) }
}
