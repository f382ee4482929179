/** Moves memories to another project or makes them global. */
import { useState } from 'react'
import { FormDialog } from '../components/dialog.tsx'
import { Select } from '../components/fields.tsx'
import { useProjectOptions } from '../project/current-project.tsx'
import { count } from '../wording/amounts.ts'
import { type Memory, projectPlace, useMemoryActions } from './memory-actions.ts'

interface MoveDialogProps {
  readonly memories: readonly Memory[]
  readonly onClose: () => void
  readonly onMoved?: () => void
}

export function MoveDialog({ memories, onClose, onMoved }: MoveDialogProps) {
  const [project, setProject] = useState('')
  const projects = useProjectOptions()
  const { move } = useMemoryActions()
  const submit = async () => {
    onClose()
    if (await move(memories, projectPlace(project))) onMoved?.()
  }
  return (
    <FormDialog
      title={`Move ${count(memories.length, 'memory', 'memories')}`}
      action="Move"
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="New scope"
        value={project}
        options={[['', 'Everywhere, in every project'], ...projects]}
        onChange={setProject}
      />
    </FormDialog>
  )
}
