import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../components/badge.tsx'
import { VirtualRow } from '../../components/list.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { count } from '../../wording/amounts.ts'
import { dayName } from '../../wording/time.ts'

type Session = OutputOf<'listSessions'>['sessions'][number]

interface SessionRowProps {
  readonly index: number
  /** Undefined while it loads. */
  readonly session: Session | undefined
  /** The session above. */
  readonly previous: Session | undefined
  /** Whether sessions of one day are together. */
  readonly isByDay: boolean
}

/** The first session of a day has the date above it. */
export function SessionRow({ index, session, previous, isByDay }: SessionRowProps) {
  if (!session) return <VirtualRow title={<span className="quiet">…</span>} detail="…" />
  const { id, project, host, branch, trust, firstPrompt, turns, toolEvents, lastEventAt, status } =
    session
  const day = dayName(lastEventAt, Date.now())
  const isNewDay = isByDay && (!previous || dayName(previous.lastEventAt, Date.now()) !== day)
  return (
    <>
      {isNewDay && <h3 className="sessions-day">{day}</h3>}
      <VirtualRow
        index={index}
        to="/sessions/$id"
        params={{ id }}
        title={<span className="clamp">{firstPrompt ?? 'No prompt'}</span>}
        detail={
          <>
            <span className="sessions-project">{project?.name ?? 'no project'}</span>
            <span>{nameAgent(host)}</span>
            {trust && <span>from the repository</span>}
            {branch && <span className="mono">{branch}</span>}
            <span>{count(turns, 'turn')}</span>
            <span>{count(toolEvents, 'tool event')}</span>
          </>
        }
        trailing={
          <>
            {status === 'active' && <Badge tone="good">active</Badge>}
            <RelativeTime at={lastEventAt} />
          </>
        }
      />
    </>
  )
}
