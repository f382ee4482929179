import { type ComponentType, type ReactNode, useState } from 'react'
import { toApiError } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { fetchSignedIn } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/fields.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { Card } from '../../components/view.tsx'
import { DeletionPlan, useDeletion } from '../../history/deletion.tsx'
import { EarlierSessions } from '../../import/earlier-sessions.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { count } from '../../wording/amounts.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'

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
        <ProjectRow
          title="Forget the memories of a project"
          about="Sessions stay. A forgotten memory can be restored by its id for 30 days."
          label="Project"
          action="Forget all"
          dialog={ClearMemories}
        />
        <ProjectRow
          title="Delete the history of a project"
          about="Deletes its sessions for good. Memories stay unless you say otherwise."
          label="History of"
          action="Delete history"
          dialog={DeleteHistory}
        />
      </Card>
    </div>
  )
}

interface DownloadProps {
  readonly memoriesOnly?: boolean
  readonly children: ReactNode
}

/** By the browser, since the file may be too large for a page. It sends a one-time code instead of our sign-in. */
function Download({ memoriesOnly = false, children }: DownloadProps) {
  const download = async () => {
    try {
      const response = await fetchSignedIn('/api/download-codes', { method: 'POST' })
      if (!response.ok) throw await toApiError(response)
      const { code } = (await response.json()) as { code: string }
      location.assign(`/api/export?code=${code}&memoriesOnly=${memoriesOnly}`)
    } catch (error) {
      showFailure(error)
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
        onError: showFailure,
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

interface DataRowProps {
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}

function DataRow({ title, about, children }: DataRowProps) {
  return (
    <div className="data-row">
      <div>
        <h3>{title}</h3>
        <p className="data-about">{about}</p>
      </div>
      {children}
    </div>
  )
}

interface Chosen {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

interface ProjectRowProps {
  readonly title: string
  readonly about: string
  readonly label: string
  readonly action: string
  readonly dialog: ComponentType<Chosen>
}

function ProjectRow({ title, about, label, action, dialog: Confirm }: ProjectRowProps) {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const options = useProjectOptions()
  const [chosen, setChosen] = useState('')
  const [isAsking, setAsking] = useState(false)
  const project = projects.find(({ id }) => id === chosen) ?? projects[0]
  return (
    <DataRow title={title} about={about}>
      {project && (
        <div className="row">
          <Select label={label} value={project.id} options={options} onChange={setChosen} />
          <Button look="danger" icon="forget" onClick={() => setAsking(true)}>
            {action}
          </Button>
        </div>
      )}
      {project && isAsking && (
        <Confirm id={project.id} name={project.name} onClose={() => setAsking(false)} />
      )}
    </DataRow>
  )
}

function DeleteHistory({ id, name, onClose }: Chosen) {
  const { plan, error, isPending, choice, setChoice, confirm } = useDeletion(
    { project: id },
    onClose,
  )
  return (
    <TypedConfirmation
      title={`Delete the history of ${name}`}
      word={name}
      action="Delete for good"
      error={plan ? error : null}
      isBusy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <DeletionPlan plan={plan} error={error} choice={choice} onChoose={setChoice} />
    </TypedConfirmation>
  )
}

/** Forgets all memories of one project; can be undone for ten seconds. */
function ClearMemories({ id, name, onClose }: Chosen) {
  const { mutate, error, isPending } = useChange('clearMemories')
  const restore = useRestore()
  const clear = () =>
    mutate(
      { project: id, scope: 'project', confirm: true },
      {
        onSuccess: ({ cleared, ids }) => {
          showToast(`${count(cleared, 'memory', 'memories')} of “${name}” forgotten.`, {
            undo: () => restore(ids),
          })
          onClose()
        },
      },
    )
  return (
    <TypedConfirmation
      title={`Forget the memories of ${name}`}
      word={name}
      action="Forget them all"
      error={error}
      isBusy={isPending}
      onConfirm={clear}
      onClose={onClose}
    >
      <Doomed project={id} name={name} />
    </TypedConfirmation>
  )
}

function Doomed({ project, name }: { project: string; name: string }) {
  const counted = useOperation('countMemories', { project, scope: 'project' }).data?.total
  const what = counted === undefined ? 'every memory' : count(counted, 'memory', 'memories')
  return (
    <p>
      This forgets {what} of “{name}”, and those they replaced. Agents in this project start from
      nothing again.
    </p>
  )
}

const mostAtOnce = 1_000

/** Restores in reverse order, so that each memory finds the ones it is linked to. */
function useRestore(): (ids: readonly string[]) => Promise<void> {
  const { mutateAsync } = useChange('restoreMemories')
  return async (ids) => {
    const waiting = ids.toReversed()
    let restored = 0
    while (waiting.length > 0) {
      const { done } = await mutateAsync({ ids: waiting.splice(0, mostAtOnce) })
      restored += done.length
    }
    showToast(`${count(restored, 'memory', 'memories')} restored.`)
  }
}
