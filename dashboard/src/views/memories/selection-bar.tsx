/** Actions on all selected memories. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
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
      {dialog === 'move' && <MoveDialog memories={memories} onClose={close} onMoved={onClear} />}
      {dialog === 'tag' && <TagDialog memories={memories} onClose={close} />}
    </section>
  )
}

interface TagDialogProps {
  readonly memories: readonly Memory[]
  readonly onClose: () => void
}

function TagDialog({ memories, onClose }: TagDialogProps) {
  const [tags, setTags] = useState('')
  const [error, setError] = useState<Error>()
  const { addTags } = useMemoryActions()
  return (
    <FormDialog
      title={`Tag ${count(memories.length, 'memory', 'memories')}`}
      action="Add tags"
      error={error}
      onSubmit={() => addTags(memories, tags.split(',')).then(onClose, setError)}
      onClose={onClose}
    >
      <TextField
        label="Tags to add, separated by commas"
        value={tags}
        onChange={setTags}
        isRequired
      />
    </FormDialog>
  )
}
