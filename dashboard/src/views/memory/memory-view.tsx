import './memory.css'
import { Link, useParams } from '@tanstack/react-router'
import type { ApiError } from '../../api/api-error.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { View } from '../../components/view.tsx'
import { useMemoryActions } from '../../memory/memory-actions.ts'
import { shorten } from '../../wording/texts.ts'
import { ActionBar } from './action-bar.tsx'
import { MemoryFacts } from './memory-facts.tsx'
import { Related } from './related.tsx'
import { Revisions } from './revisions.tsx'
import { Sources } from './sources.tsx'
import { Statement } from './statement.tsx'

/** Characters of a memory in the browser's tab. */
const mostInTab = 60

export function MemoryView() {
  const { id } = useParams({ from: '/memories/$id' })
  const { data: memory, error } = useOperation('getMemory', { id, exact: true }, { live: true })
  if (error?.code === 'not-found') return <Gone id={id} error={error} />
  return (
    <View
      key={id}
      title="Memory"
      {...(memory && { tab: shorten(memory.content, mostInTab) })}
      actions={memory && <ActionBar memory={memory} />}
    >
      {!memory && (error ? <ErrorNote error={error} /> : <Skeleton lines={6} />)}
      {memory && (
        <div className="memory-columns">
          <div className="stack">
            <Statement memory={memory} />
            <Revisions id={id} />
          </div>
          <div className="stack">
            <MemoryFacts memory={memory} />
            <Sources sources={memory.sources} />
            <Related memory={memory} />
          </div>
        </div>
      )}
    </View>
  )
}

/** Only a memory that can be restored comes with a hint how to. */
function Gone({ id, error }: { id: string; error: ApiError }) {
  const { restore } = useMemoryActions()
  const forgottenAt = /was forgotten (\S+)$/.exec(error.message)?.[1]
  if (!forgottenAt) {
    return (
      <View title="Memory">
        <EmptyState title="Memory not found" action={<Link to="/memories">All memories</Link>}>
          The link may be incomplete or from another machine.
        </EmptyState>
      </View>
    )
  }
  return (
    <View title="Memory">
      <EmptyState
        title="This memory was forgotten"
        action={
          error.hint ? (
            <Button icon="retry" onClick={() => void restore(id)}>
              Restore
            </Button>
          ) : (
            <Link to="/memories">All memories</Link>
          )
        }
      >
        That was <RelativeTime at={forgottenAt} />.{' '}
        {error.hint ? 'You can restore it for 30 days.' : 'It can no longer be restored.'}
      </EmptyState>
    </View>
  )
}
