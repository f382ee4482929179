import { type FormEvent, useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Select } from '../components/fields.tsx'
import { ErrorNote } from '../components/placeholders.tsx'
import { useProjectOptions, useShownProject } from '../project/current-project.tsx'
import { projectPlace, useMemoryActions } from './memory-actions.ts'
import { fieldsToInput, MemoryFields, type MemoryFieldValues } from './memory-fields.tsx'

interface AddMemoryDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function AddMemoryDialog({ isOpen, onClose }: AddMemoryDialogProps) {
  const form = useId()
  return (
    <Dialog
      title="Add a memory"
      isOpen={isOpen}
      onClose={onClose}
      asksFirst
      action={
        <Button look="primary" type="submit" form={form}>
          Add
        </Button>
      }
    >
      <AddForm id={form} onAdded={onClose} />
    </Dialog>
  )
}

const empty: MemoryFieldValues = {
  content: '',
  kind: 'fact',
  importance: 0.5,
  tags: '',
  files: '',
  key: '',
}

function AddForm({ id, onAdded }: { id: string; onAdded: () => void }) {
  const [fields, setFields] = useState(empty)
  const [project, setProject] = useState(useShownProject() ?? '')
  const [error, setError] = useState<Error>()
  const projects = useProjectOptions()
  const { add } = useMemoryActions()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { key, ...input } = fieldsToInput(fields)
    await add({ ...input, ...projectPlace(project), key: key.trim() || undefined }).then(
      onAdded,
      setError,
    )
  }
  return (
    <form id={id} className="memory-form" onSubmit={(event) => void submit(event)}>
      {error && <ErrorNote error={error} />}
      <MemoryFields
        fields={fields}
        onChange={(change) => setFields({ ...fields, ...change })}
        place={
          <Select
            label="Applies to"
            value={project}
            options={[['', 'Every project'], ...projects]}
            onChange={setProject}
          />
        }
      />
    </form>
  )
}
