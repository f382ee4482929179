import type { OutputOf } from '../../api/call.ts'
import { Facts } from '../../components/figures.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Summary } from '../../components/view.tsx'
import { count, dollars, number } from '../../wording/amounts.ts'
import { duration } from '../../wording/time.ts'

type Session = OutputOf<'getSession'>

export function SessionAbout({ session }: { session: Session }) {
  const { startedAt, endedAt, endReason, toolEvents, turns, cwd } = session
  return (
    <details className="card session-about">
      <Summary>About this session</Summary>
      <Facts
        facts={[
          ['Started', <RelativeTime key="started" at={startedAt} />],
          ['Lasted', describeLength(session)],
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
    </details>
  )
}

/** Reasons as hosts give them. */
const ends: Readonly<Record<string, string>> = {
  prompt_input_exit: 'you left',
  logout: 'you logged out',
  clear: 'context cleared',
  other: 'closed',
}

const describeEnd = (reason = 'by itself') => ends[reason] ?? reason.replaceAll('_', ' ')

const fact = (name: string, value: string) => [name, <code key={name}>{value}</code>] as const

function describeContext({ context }: Session): string {
  const lines = context.flatMap((given) => given.lines)
  if (lines.length === 0) return 'nothing'
  const tokens = context.reduce((sum, given) => sum + given.tokens, 0)
  const used = lines.filter(({ use }) => use !== undefined).length
  return `${count(lines.length, 'line')}, ${count(tokens, 'token')}; ${number(used)} used`
}

function describeLearning({ extraction }: Session): string {
  const { items, calls, tokens, costUsd, readBy } = extraction
  if (items === 0 && calls === 0) return 'nothing yet'
  const reader = readBy === undefined ? '' : `${readBy} read it; `
  const found = `${reader}found ${count(items, 'memory', 'memories')}`
  if (calls === 0) return `${found}; no model asked`
  return `${found}; ${count(calls, 'call')}, ${count(tokens, 'token')}, ${dollars(costUsd)}`
}

export function describeLength({ startedAt, endedAt, lastEventAt }: Session): string {
  return duration(Date.parse(endedAt ?? lastEventAt) - Date.parse(startedAt))
}
