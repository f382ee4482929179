import { useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { useProjectOptions } from '../../api/project-options.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { DeletionPlan } from '../../history/deletion-plan.tsx'
import { useDeletion } from '../../history/use-deletion.ts'
import { DataRow } from './data-row.tsx'
import { TypedConfirmation } from './typed-confirmation.tsx'

/** Deletes the sessions of one project for good. */
export function DeleteHistory() {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const options = useProjectOptions()
  const [chosen, setChosen] = useState('')
  const [isAsking, setAsking] = useState(false)
  const project = projects.find(({ id }) => id === chosen) ?? projects[0]
  return (
    <DataRow
      title="Delete the history of a project"
      about="Deletes its sessions for good. Memories stay unless you say otherwise."
    >
      {project && (
        <div className="row">
          <Select label="History of" value={project.id} options={options} onChange={setChosen} />
          <Button look="danger" icon="forget" onClick={() => setAsking(true)}>
            Delete history
          </Button>
        </div>
      )}
      {project && isAsking && (
        <ConfirmHistory id={project.id} name={project.name} onClose={() => setAsking(false)} />
      )}
    </DataRow>
  )
}

interface ConfirmHistoryProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

function ConfirmHistory({ id, name, onClose }: ConfirmHistoryProps) {
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
