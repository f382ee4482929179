import { useState } from 'react'
import { useProjectOptions } from '../api/project-options.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Select } from '../components/select.tsx'
import { count } from '../wording/amounts.ts'
import { type Memory, useMemoryActions } from './memory-actions.ts'

interface MoveDialogProps {
  /** Open while there are any. */
  readonly memories: readonly Memory[]
  readonly onClose: () => void
  readonly onMoved?: () => void
}

const everywhere = ''

/** Moves memories to another project or makes them global. */
export function MoveDialog({ memories, onClose, onMoved }: MoveDialogProps) {
  const [project, setProject] = useState(everywhere)
  const projects = useProjectOptions()
  const { move } = useMemoryActions()
  const submit = async () => {
    const place =
      project === everywhere
        ? ({ scope: 'global' } as const)
        : ({ scope: 'project', project } as const)
    onClose()
    if (await move(memories, place)) onMoved?.()
  }
  return (
    <Dialog
      title={`Move ${count(memories.length, 'memory', 'memories')}`}
      isOpen={memories.length > 0}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => void submit()}>
            Move
          </Button>
        </>
      }
    >
      <Select
        label="New scope"
        value={project}
        options={[[everywhere, 'Everywhere, in every project'], ...projects]}
        onChange={setProject}
      />
    </Dialog>
  )
}
