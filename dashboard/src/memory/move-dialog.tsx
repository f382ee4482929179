import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Select } from '../components/fields.tsx'
import { useProjectOptions } from '../project/current-project.tsx'
import { count } from '../wording/amounts.ts'
import { type Memory, projectPlace, useMemoryActions } from './memory-actions.ts'

interface MoveDialogProps {
  /** Open while there are any. */
  readonly memories: readonly Memory[]
  readonly onClose: () => void
  readonly onMoved?: () => void
}

/** Moves memories to another project or makes them global. */
export function MoveDialog({ memories, onClose, onMoved }: MoveDialogProps) {
  const [project, setProject] = useState('')
  const projects = useProjectOptions()
  const { move } = useMemoryActions()
  const submit = async () => {
    onClose()
    if (await move(memories, projectPlace(project))) onMoved?.()
  }
  return (
    <Dialog
      title={`Move ${count(memories.length, 'memory', 'memories')}`}
      isOpen={memories.length > 0}
      onClose={onClose}
      action={
        <Button look="primary" onClick={() => void submit()}>
          Move
        </Button>
      }
    >
      <Select
        label="New scope"
        value={project}
        options={[['', 'Everywhere, in every project'], ...projects]}
        onChange={setProject}
      />
    </Dialog>
  )
}
