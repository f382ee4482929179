import './memory.css'
import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { View } from '../../components/view.tsx'
import { useMemoryActions } from '../../memory/memory-actions.ts'
import { ActionBar } from './action-bar.tsx'
import { MemoryFacts } from './memory-facts.tsx'
import { Related } from './related.tsx'
import { Revisions } from './revisions.tsx'
import { Sources } from './sources.tsx'
import { Statement } from './statement.tsx'

export function MemoryView() {
  const { id } = useParams({ from: '/memories/$id' })
  const { data: memory, error } = useOperation('getMemory', { id, exact: true }, { live: true })
  if (error) return <Gone id={id} error={error} />
  return (
    <View title="Memory" actions={memory && <ActionBar key={id} memory={memory} />}>
      {!memory && <Skeleton lines={6} />}
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

function Gone({ id, error }: { id: string; error: Error }) {
  const { restore } = useMemoryActions()
  const isForgotten = error.message.includes('was forgotten')
  return (
    <View title="Memory">
      <ErrorNote
        error={error}
        action={
          isForgotten && (
            <Button icon="retry" onClick={() => void restore(id)}>
              Bring it back
            </Button>
          )
        }
      />
    </View>
  )
}
