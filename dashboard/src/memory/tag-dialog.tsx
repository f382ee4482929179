import { type FormEvent, useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/text-field.tsx'
import { count } from '../wording/amounts.ts'
import { type Memory, useMemoryActions } from './memory-actions.ts'

interface TagDialogProps {
  /** Open while there are any. */
  readonly memories: readonly Memory[]
  readonly onClose: () => void
}

export function TagDialog({ memories, onClose }: TagDialogProps) {
  const form = useId()
  const [tag, setTag] = useState('')
  const { addTag } = useMemoryActions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const ids = memories.map(({ id }) => id)
    onClose()
    setTag('')
    void addTag(ids, tag.trim().toLowerCase())
  }
  return (
    <Dialog
      title={`Tag ${count(memories.length, 'memory', 'memories')}`}
      isOpen={memories.length > 0}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} disabled={tag.trim() === ''}>
            Add tag
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField label="Tag to add" value={tag} onChange={setTag} isRequired />
      </form>
    </Dialog>
  )
}
