import './memory-form.css'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorNote } from '../components/error-note.tsx'
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
  return (
    <Dialog
      title={`Tag ${count(memories.length, 'memory', 'memories')}`}
      isOpen={memories.length > 0}
      onClose={onClose}
      asksFirst
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form}>
            Add tags
          </Button>
        </>
      }
    >
      <TagForm id={form} memories={memories} onTagged={onClose} />
    </Dialog>
  )
}

interface TagFormProps {
  readonly id: string
  readonly memories: readonly Memory[]
  readonly onTagged: () => void
}

function TagForm({ id, memories, onTagged }: TagFormProps) {
  const [tags, setTags] = useState('')
  const [error, setError] = useState<Error>()
  const { addTags } = useMemoryActions()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await addTags(memories, tags.split(',')).then(onTagged, setError)
  }
  return (
    <form id={id} className="memory-form" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Tags to add, separated by commas"
        value={tags}
        onChange={setTags}
        isRequired
      />
      {error && <ErrorNote error={error} />}
    </form>
  )
}
