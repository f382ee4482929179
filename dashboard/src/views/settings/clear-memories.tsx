import { useState } from 'react'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { useProjectOptions } from '../../api/project-options.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { showToast } from '../../components/toast-store.ts'
import { count } from '../../wording/amounts.ts'
import { DataRow } from './data-row.tsx'
import { TypedConfirmation } from './typed-confirmation.tsx'

/** Forgets all memories of one project; can be undone for ten seconds. */
export function ClearMemories() {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const options = useProjectOptions()
  const [chosen, setChosen] = useState('')
  const [isAsking, setAsking] = useState(false)
  const project = projects.find(({ id }) => id === chosen) ?? projects[0]
  const { mutate, error, isPending, reset } = useChange('clearMemories')
  const restore = useRestore()
  const close = () => {
    setAsking(false)
    reset()
  }
  const clear = (id: string, name: string) =>
    mutate(
      { project: id, scope: 'project', confirm: true },
      {
        onSuccess: ({ cleared, ids }) => {
          showToast(`${count(cleared, 'memory', 'memories')} of “${name}” forgotten.`, {
            undo: () => restore(ids),
          })
          close()
        },
      },
    )
  return (
    <DataRow
      title="Forget the memories of a project"
      about="Sessions stay. A forgotten memory can be restored by its id for 30 days."
    >
      {project && (
        <div className="row">
          <Select label="Project" value={project.id} options={options} onChange={setChosen} />
          <Button look="danger" icon="forget" onClick={() => setAsking(true)}>
            Forget all
          </Button>
        </div>
      )}
      {project && isAsking && (
        <TypedConfirmation
          title={`Forget the memories of ${project.name}`}
          word={project.name}
          action="Forget them all"
          error={error}
          isBusy={isPending}
          onConfirm={() => clear(project.id, project.name)}
          onClose={close}
        >
          <Doomed project={project.id} name={project.name} />
        </TypedConfirmation>
      )}
    </DataRow>
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
