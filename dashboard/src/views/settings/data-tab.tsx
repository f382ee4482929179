import type { ReactNode } from 'react'
import { useChange } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { showToast } from '../../components/toast-store.ts'
import { count } from '../../wording/amounts.ts'
import { ClearMemories } from './clear-memories.tsx'
import { DataRow } from './data-row.tsx'
import { DeleteHistory } from './delete-history.tsx'

/** Export, rebuild and forget. */
export function DataTab() {
  return (
    <div className="stack">
      <Card title="Export" isFlush>
        <DataRow
          title="Memories and sessions"
          about="Everything as JSON lines: memories with their history, sessions, turns, and the input and output of tools. Secrets were removed before they were stored."
        >
          <Download href="/api/export">Download everything</Download>
        </DataRow>
        <DataRow title="Memories only" about="Without sessions; a small file.">
          <Download href="/api/export?memoriesOnly=true">Download memories</Download>
        </DataRow>
      </Card>
      <Card title="Maintenance" isFlush>
        <Rebuild />
      </Card>
      <Card title="Danger zone" isFlush>
        <ClearMemories />
        <DeleteHistory />
      </Card>
    </div>
  )
}

/** The browser downloads it, because a file may be too large for the page's memory. */
function Download({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="button button-plain" href={href} download>
      {children}
    </a>
  )
}

function Rebuild() {
  const { mutate, isPending } = useChange('rebuild')
  const rebuild = () =>
    mutate(
      {},
      {
        onSuccess: ({ memories, sessions }) =>
          showToast(
            `Index rebuilt: ${count(memories, 'memory', 'memories')}, ${count(sessions, 'session')}.`,
          ),
        onError: ({ message }) => showToast(message, { tone: 'bad' }),
      },
    )
  return (
    <DataRow
      title="Rebuild the index"
      about="Rebuilds the search index and digests from stored data. Nothing is lost, but search may find less while it runs."
    >
      <Button icon="retry" isBusy={isPending} onClick={rebuild}>
        {isPending ? 'Rebuilding' : 'Rebuild'}
      </Button>
    </DataRow>
  )
}
