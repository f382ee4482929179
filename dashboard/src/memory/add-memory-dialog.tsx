/** Adds a memory in the user's own words. */
import { useState } from 'react'
import { FormDialog } from '../components/dialog.tsx'
import { Select } from '../components/fields.tsx'
import { useProjectOptions, useShownProject } from '../project/current-project.tsx'
import { projectPlace, useMemoryActions } from './memory-actions.ts'
import { fieldsToInput, MemoryFields, type MemoryFieldValues } from './memory-fields.tsx'

const empty: MemoryFieldValues = {
  content: '',
  kind: 'fact',
  importance: 0.5,
  tags: '',
  files: '',
  key: '',
}

export function AddMemoryDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState(empty)
  const [project, setProject] = useState(useShownProject() ?? '')
  const [error, setError] = useState<Error>()
  const projects = useProjectOptions()
  const { add } = useMemoryActions()
  const submit = () => {
    const { key, ...input } = fieldsToInput(fields)
    const memory = { ...input, ...projectPlace(project), key: key.trim() || undefined }
    return add(memory).then(onClose, setError)
  }
  return (
    <FormDialog title="Add a memory" action="Add" error={error} onSubmit={submit} onClose={onClose}>
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
    </FormDialog>
  )
}
