import '../../memory/memory-form.css'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { ErrorNote } from '../../components/placeholders.tsx'
import { type Memory, useMemoryActions } from '../../memory/memory-actions.ts'
import { MoveDialog } from '../../memory/move-dialog.tsx'
import { count } from '../../wording/amounts.ts'

interface SelectionBarProps {
  readonly memories: readonly Memory[]
  /** Selects all memories that match the filters, up to the limit. */
  readonly onSelectAll: () => void
  readonly onClear: () => void
}

export function SelectionBar({ memories, onSelectAll, onClear }: SelectionBarProps) {
  const [dialog, setDialog] = useState<'move' | 'tag'>()
  const { pin, forget } = useMemoryActions()
  const close = () => setDialog(undefined)
  const ids = memories.map(({ id }) => id)
  const areAllPinned = memories.every(({ pinned }) => pinned)
  const andClear = (done: Promise<boolean>) => void done.then((worked) => worked && onClear())
  return (
    <section className="selection-bar" aria-label="Selection">
      <p role="status">
        <strong>{count(memories.length, 'memory', 'memories')}</strong> selected
      </p>
      <Button look="quiet" onClick={onSelectAll}>
        Select all
      </Button>
      <Button look="quiet" onClick={onClear}>
        Clear
      </Button>
      <div className="row selection-actions">
        <Button icon="pin" onClick={() => andClear(pin(ids, !areAllPinned))}>
          {areAllPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button onClick={() => setDialog('tag')}>Tag</Button>
        <Button onClick={() => setDialog('move')}>Move</Button>
        <Button look="danger" icon="forget" onClick={() => andClear(forget(ids))}>
          Forget
        </Button>
      </div>
      <MoveDialog memories={dialog === 'move' ? memories : []} onClose={close} onMoved={onClear} />
      <TagDialog memories={dialog === 'tag' ? memories : []} onClose={close} />
    </section>
  )
}

interface TagDialogProps {
  /** Open while there are any. */
  readonly memories: readonly Memory[]
  readonly onClose: () => void
}

function TagDialog({ memories, onClose }: TagDialogProps) {
  const form = useId()
  return (
    <Dialog
      title={`Tag ${count(memories.length, 'memory', 'memories')}`}
      isOpen={memories.length > 0}
      onClose={onClose}
      asksFirst
      action={
        <Button look="primary" type="submit" form={form}>
          Add tags
        </Button>
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
