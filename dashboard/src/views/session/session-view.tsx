import './session.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { View } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { shorten } from '../../wording/texts.ts'
import { DeleteSession } from './delete-session.tsx'
import { SessionDigest } from './session-digest.tsx'
import { LearnedMemories, SessionFacts } from './session-facts.tsx'
import { Timeline } from './timeline.tsx'

type Session = OutputOf<'getSession'>

const titleLength = 90

export function SessionView() {
  const { id } = getRouteApi('/sessions/$id').useParams()
  const { data: session, error } = useOperation('getSession', { id }, { live: true })
  if (session) return <ShownSession session={session} />
  return (
    <View title="Session">
      {error?.code === 'not-found' ? (
        <EmptyState title="Session not found" action={<Link to="/sessions">All sessions</Link>}>
          The link may be incomplete, or the session was deleted.
        </EmptyState>
      ) : (
        <Pending error={error} lines={8} />
      )}
    </View>
  )
}

function ShownSession({ session }: { session: Session }) {
  const { id, project, host, branch, trust, status } = session
  return (
    <View
      title={titleOf(session)}
      intro={
        <span className="row">
          {project && (
            <Link to="/sessions" search={{ project: project.id }}>
              {project.name}
            </Link>
          )}
          <span>{nameAgent(host)}</span>
          {trust && <span>from the repository</span>}
          {branch && <code>{branch}</code>}
          <Badge tone={status === 'active' ? 'good' : 'neutral'}>
            {status === 'active' ? 'active' : 'ended'}
          </Badge>
        </span>
      }
      actions={
        <>
          <Link
            to="/context"
            search={{ session: id, project: project?.id }}
            className="button button-plain"
          >
            <Icon name="context" />
            Preview context
          </Link>
          <ExtractButton id={id} />
          <DeleteSession id={id} />
        </>
      }
    >
      {session.digest && <SessionDigest digest={session.digest} timeline={session.timeline} />}
      <div className="columns session-columns">
        <Timeline session={session} />
        <div className="stack">
          <SessionFacts session={session} />
          <LearnedMemories session={session} />
        </div>
      </div>
    </View>
  )
}

function titleOf({ firstPrompt }: Session): string {
  if (firstPrompt === undefined) return 'Session without a prompt'
  return shorten(firstPrompt, titleLength)
}

/** Extracts memories from the session now, regardless of triggers. */
function ExtractButton({ id }: { id: string }) {
  const { mutate, isPending } = useChange('extractSession')
  const look = () =>
    mutate(
      { id },
      {
        onSuccess: ({ found, windows }) =>
          showToast(
            windows === 0
              ? 'Everything in it was searched before.'
              : `Found ${count(found.length, 'memory', 'memories')}.`,
          ),
        onError: showFailure,
      },
    )
  return (
    <Button icon="search" isBusy={isPending} onClick={look}>
      Extract memories
    </Button>
  )
}
