import type { OutputOf } from '../../api/call.ts'
import { KindBadge } from '../../components/badge.tsx'
import { Facts } from '../../components/figures.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { count, dollars, number } from '../../wording/amounts.ts'
import { duration } from '../../wording/time.ts'
import { MemoryLink, TurnLink } from './links.tsx'

type Session = OutputOf<'getSession'>

export function SessionFacts({ session }: { session: Session }) {
  const { startedAt, endedAt, endReason, lastEventAt, turns, toolEvents, cwd } = session
  const lasted = Date.parse(endedAt ?? lastEventAt) - Date.parse(startedAt)
  return (
    <Card title="About">
      <Facts
        facts={[
          ['Started', <RelativeTime key="started" at={startedAt} />],
          ['Lasted', duration(lasted)],
          ['Ended', endedAt ? describeEnd(endReason) : 'not yet'],
          ['Work', `${count(turns, 'turn')}, ${count(toolEvents, 'tool event')}`],
          ['Context', describeContext(session)],
          ['Learning', describeLearning(session)],
          ['Folder', <code key="folder">{cwd ?? 'unknown'}</code>],
          ...(session.sharedSession ? [fact('Shared as', session.sharedSession)] : []),
          ...(session.agent ? [fact('Agent', session.agent)] : []),
          ['Id', <code key="id">{session.hostSessionId}</code>],
        ]}
      />
    </Card>
  )
}

/** Reasons as hosts give them. */
const ends: Readonly<Record<string, string>> = {
  prompt_input_exit: 'you left',
  logout: 'you logged out',
  clear: 'context cleared',
  other: 'closed',
}

function describeEnd(reason = 'by itself'): string {
  return ends[reason] ?? reason.replaceAll('_', ' ')
}

const fact = (name: string, value: string) => [name, <code key={name}>{value}</code>] as const

function describeContext({ context }: Session): string {
  const lines = context.flatMap((given) => given.lines)
  if (lines.length === 0) return 'nothing'
  const tokens = context.reduce((sum, given) => sum + given.tokens, 0)
  const used = lines.filter(({ use }) => use !== undefined).length
  return `${count(lines.length, 'line')}, ${count(tokens, 'token')}; ${number(used)} used`
}

function describeLearning({ extraction }: Session): string {
  const { windows, items, calls, tokens, costUsd } = extraction
  if (windows === 0 && calls === 0) return 'not searched yet'
  const found = `found ${count(items, 'memory', 'memories')}`
  if (calls === 0) return `${found}; no model asked`
  return `${found}; ${count(calls, 'call')}, ${count(tokens, 'token')}, ${dollars(costUsd)}`
}

export function LearnedMemories({ session }: { session: Session }) {
  const { memories, timeline } = session
  return (
    <Card title="Learned here" isFlush>
      {memories.length === 0 && <p className="session-nothing">No memory yet.</p>}
      <ul className="learned">
        {memories.map(({ id, kind, content, validTo, turns }) => (
          <li key={id} className={validTo === undefined ? undefined : 'is-superseded'}>
            <MemoryLink id={id} content={content} />
            <span className="row">
              <KindBadge kind={kind} />
              {validTo !== undefined && <span className="quiet">superseded</span>}
              <TurnLink turn={timeline.find((turn) => turns.includes(turn.id))} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
