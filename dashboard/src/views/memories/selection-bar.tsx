import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { type Memory, useMemoryActions } from '../../memory/memory-actions.ts'
import { MoveDialog } from '../../memory/move-dialog.tsx'
import { TagDialog } from '../../memory/tag-dialog.tsx'
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
