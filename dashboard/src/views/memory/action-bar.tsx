import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { type Memory, useMemoryActions } from '../../memory/memory-actions.ts'
import { MemoryEditor } from '../../memory/memory-editor.tsx'
import { MoveDialog } from '../../memory/move-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'

/** A superseded memory can only be forgotten; its successor carries the content. */
export function ActionBar({ memory }: { memory: Memory }) {
  const { id, content, pinned, validTo } = memory
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'edit' | 'move' | 'merge'>()
  const { pin, forget } = useMemoryActions()
  const close = () => setDialog(undefined)
  const drop = async () => {
    if (await forget([id], content)) await navigate({ to: '/memories', replace: true })
  }
  const isCurrent = validTo === undefined
  useShortcuts('Memory', [
    ...(isCurrent
      ? [
          { keys: 'e', label: 'Edit', run: () => setDialog('edit') },
          { keys: 'p', label: 'Pin or unpin', run: () => void pin([id], !pinned) },
          { keys: 'm', label: 'Move to another scope', run: () => setDialog('move') },
          { keys: 'b', label: 'Merge into another', run: () => setDialog('merge') },
        ]
      : []),
    { keys: 'x', label: 'Forget', run: () => void drop() },
  ])
  return (
    <>
      {isCurrent && (
        <>
          <Button icon="edit" onClick={() => setDialog('edit')}>
            Edit
          </Button>
          <Button icon="pin" aria-pressed={pinned} onClick={() => void pin([id], !pinned)}>
            {pinned ? 'Unpin' : 'Pin'}
          </Button>
          <Button onClick={() => setDialog('move')}>Move</Button>
          <Button onClick={() => setDialog('merge')}>Merge</Button>
        </>
      )}
      <Button look="danger" icon="forget" onClick={() => void drop()}>
        Forget
      </Button>
      <MemoryEditor id={dialog === 'edit' ? id : undefined} onClose={close} />
      {dialog === 'move' && <MoveDialog memories={[memory]} onClose={close} />}
      {dialog === 'merge' && <MergeDialog memory={memory} onClose={close} />}
    </>
  )
}
