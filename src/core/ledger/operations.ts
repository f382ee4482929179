/** The operation that reports what models cost. */
import type { OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import { dayBounds } from '../model/days.ts'
import type { History } from '../ports/history.ts'
import type { CostFilter, CostTotal } from '../ports/models.ts'
import { type BudgetPorts, readBudget, roundUsd } from './limits.ts'

export interface CostPorts extends BudgetPorts {
  readonly history: History
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
  readonly findSession: (reference: string) => Promise<{ readonly id: string }>
}

type CostInput = Parameters<OperationHandlers['getCost']>[0]

const usualDays = 30
const dayMs = 86_400_000

export function createCostOperations(ports: CostPorts): Pick<OperationHandlers, 'getCost'> {
  return {
    async getCost({ by, limit, project, session, ...time }) {
      const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
      const sessionId = session === undefined ? undefined : (await ports.findSession(session)).id
      const filter = { ...period(ports, time, sessionId), projectId, sessionId }
      const totals = await ports.ledger.totals(by, filter)
      const shown = totals.slice(0, limit)
      return {
        by,
        groups: by === 'session' ? await withSessions(shown, ports.history) : shown,
        groupsLeftOut: totals.length - shown.length,
        total: sum(totals),
        budget: await readBudget(ports, sessionId),
      }
    },
  }
}

/** Whole days in the user's time zone. For a session, the default is all of its days. */
function period(
  { clock, utcOffsetMinutes: offsetAt }: CostPorts,
  { from, to, days }: Pick<CostInput, 'from' | 'to' | 'days'>,
  sessionId: string | undefined,
): Pick<CostFilter, 'from' | 'to' | 'utcOffsetMinutes'> {
  const now = clock.now()
  const utcOffsetMinutes = offsetAt(now)
  const midnight = (date: string) => new Date(Date.parse(date) - utcOffsetMinutes * 60_000)
  const last = dayBounds(to === undefined ? now : midnight(to), utcOffsetMinutes)
  const until = { to: last.to, utcOffsetMinutes }
  if (from !== undefined) return { from: midnight(from).toISOString(), ...until }
  if (days === undefined && sessionId !== undefined) return until
  const start = new Date(Date.parse(last.to) - (days ?? usualDays) * dayMs)
  return { from: start.toISOString(), ...until }
}

async function withSessions(
  totals: readonly CostTotal[],
  history: History,
): Promise<OutputOf<'getCost'>['groups']> {
  const ids = totals.map(({ group }) => group)
  const sessions = await history.sessions({ ids, limit: ids.length, offset: 0 })
  return totals.map((total) => {
    const found = sessions.find(({ id }) => id === total.group)
    if (!found) return total
    const { host, project, title } = found
    return { ...total, session: { host, project: project?.name, title } }
  })
}

function sum(totals: readonly CostTotal[]): OutputOf<'getCost'>['total'] {
  const of = (name: Exclude<keyof CostTotal, 'group'>) =>
    totals.reduce((total, each) => total + each[name], 0)
  return {
    calls: of('calls'),
    failed: of('failed'),
    unsettled: of('unsettled'),
    refused: of('refused'),
    inputTokens: of('inputTokens'),
    outputTokens: of('outputTokens'),
    tokens: of('tokens'),
    costUsd: roundUsd(of('costUsd')),
  }
}
