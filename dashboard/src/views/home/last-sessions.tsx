import { Link } from '@tanstack/react-router'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../components/badge.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ClampedText } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { Glance } from '../../history/glance.tsx'
import { count } from '../../wording/amounts.ts'

type Session = OutputOf<'listSessions'>['sessions'][number]

interface LastSessionsProps {
  readonly sessions: readonly Session[]
  readonly project: string | undefined
}

export function LastSessions({ sessions, project }: LastSessionsProps) {
  return (
    <Card
      title="Last sessions"
      actions={
        <Link to="/sessions" search={{ project }} className="quiet-link">
          All sessions
        </Link>
      }
      isFlush
    >
      {sessions.length === 0 && <p className="home-nothing">No session was captured here yet.</p>}
      {sessions.length > 0 && (
        <List label="Last sessions">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </List>
      )}
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { id, title, glance, project, host, turns, status, lastEventAt } = session
  return (
    <ListRow
      to="/sessions/$id"
      params={{ id }}
      title={<span className="clamp home-session-title">{title}</span>}
      detail={
        <>
          {glance?.did && (
            <span className="home-session-did">
              <ClampedText text={glance.did} />
            </span>
          )}
          {glance && <Glance glance={glance} />}
          <span>{count(turns, 'turn')}</span>
          <span>{project?.name ?? nameAgent(host)}</span>
        </>
      }
      trailing={
        <>
          {status === 'active' && isRecent(lastEventAt) && <Badge tone="accent">at work</Badge>}
          <RelativeTime at={lastEventAt} />
        </>
      }
    />
  )
}

/** A session that nobody ended, such as an imported one, is not at work for long. */
const atWorkForMs = 30 * 60_000
const isRecent = (at: string) => Date.now() - Date.parse(at) < atWorkForMs
