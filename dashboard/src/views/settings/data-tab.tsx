import type { ReactNode } from 'react'
import { ApiError, toApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/operation-hooks.ts'
import { fetchSignedIn } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { showToast } from '../../components/toast-store.ts'
import { EarlierSessions } from '../../import/earlier-sessions.tsx'
import { count } from '../../wording/amounts.ts'
import { ClearMemories } from './clear-memories.tsx'
import { DataRow } from './data-row.tsx'
import { DeleteHistory } from './delete-history.tsx'

/** Import, export, rebuild and forget. */
export function DataTab() {
  return (
    <div className="stack">
      <EarlierSessions isOffered showsNone waitingJobs={0} />
      <Card title="Export" isFlush>
        <DataRow
          title="Memories and sessions"
          about="Everything as JSON lines: memories with their history, sessions, turns, and the input and output of tools. Secrets were removed before they were stored."
        >
          <Download>Download everything</Download>
        </DataRow>
        <DataRow title="Memories only" about="Without sessions; a small file.">
          <Download memoriesOnly>Download memories</Download>
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

interface DownloadProps {
  readonly memoriesOnly?: boolean
  readonly children: ReactNode
}

/** By the browser: a file may be larger than a page should hold. It sends a code in place of us. */
function Download({ memoriesOnly = false, children }: DownloadProps) {
  const download = async () => {
    try {
      const response = await fetchSignedIn('/api/download-codes', { method: 'POST' })
      if (!response.ok) throw await toApiError(response)
      const { code } = (await response.json()) as { code: string }
      location.assign(`/api/export?code=${code}&memoriesOnly=${memoriesOnly}`)
    } catch (error) {
      showToast(error instanceof ApiError ? error.message : String(error), { tone: 'bad' })
    }
  }
  return <Button onClick={() => void download()}>{children}</Button>
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
