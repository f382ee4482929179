import '../../memory/memory-form.css'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Menu } from '../../components/menu.tsx'
import { Text } from '../../components/text.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { type Memory, placeOf, useMemoryActions } from '../../memory/memory-actions.ts'
import { MemoryEditor } from '../../memory/memory-editor.tsx'
import { MoveDialog } from '../../memory/move-dialog.tsx'

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
        </>
      )}
      <Button look="danger" icon="forget" onClick={() => void drop()}>
        Forget
      </Button>
      {isCurrent && (
        <Menu
          label="More actions"
          items={[
            { label: 'Move', icon: 'context', run: () => setDialog('move') },
            { label: 'Merge', icon: 'copy', run: () => setDialog('merge') },
          ]}
        />
      )}
      <MemoryEditor id={dialog === 'edit' ? id : undefined} onClose={close} />
      {dialog === 'move' && <MoveDialog memories={[memory]} onClose={close} />}
      {dialog === 'merge' && <MergeDialog memory={memory} onClose={close} />}
    </>
  )
}

interface MergeDialogProps {
  readonly memory: Memory
  readonly onClose: () => void
}

/** Picks another memory in its scope to merge into, and edits the resulting text. */
function MergeDialog({ memory, onClose }: MergeDialogProps) {
  const navigate = useNavigate()
  const [keptId, setKeptId] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const wanted = { id: keptId ?? '', exact: true }
  const kept = useOperation('getMemory', wanted, { enabled: keptId !== undefined }).data
  const content = typed ?? kept?.content ?? ''
  const { merge } = useMemoryActions()
  const submit = async () => {
    if (!kept) return
    onClose()
    if (await merge(memory.id, kept.id, content)) {
      await navigate({ to: '/memories/$id', params: { id: kept.id } })
    }
  }
  return (
    <FormDialog
      title="Merge into another memory"
      action="Merge"
      isReady={kept !== undefined && content.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="memory-form">
        <KeptChoice
          memory={memory}
          chosen={keptId}
          onChoose={(id) => {
            setKeptId(id)
            setTyped(undefined)
          }}
        />
        {kept && (
          <>
            <TextField
              label="Text of the kept memory"
              rows={4}
              value={content}
              onChange={setTyped}
              hint="It gets the sources and tags of both; links to the other one lead to it."
            />
            <div className="row">
              <Button onClick={() => setTyped(kept.content)}>Its own text</Button>
              <Button onClick={() => setTyped(memory.content)}>The other text</Button>
            </div>
          </>
        )}
      </div>
    </FormDialog>
  )
}

interface KeptChoiceProps {
  readonly memory: Memory
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** Without a query, offers similar memories, else the newest. */
function KeptChoice({ memory, chosen, onChoose }: KeptChoiceProps) {
  const [typed, setTyped] = useState('')
  const place = placeOf(memory)
  const query = typed.trim() || memory.content
  const input = { query, ...place, types: ['memory' as const], weak: true, limit: 8 }
  const { data } = useOperation('recall', input, { keepsPrevious: true })
  const found = without(memory, data?.hits)
  const newest = useOperation('listMemories', { ...place, limit: 8 }).data?.memories
  const others =
    typed.trim() === '' && found.length === 0
      ? without(memory, newest).map(({ id, content }) => ({ id, text: content }))
      : found
  return (
    <>
      <TextField label="Find it by text" value={typed} onChange={setTyped} />
      <fieldset className="merge-candidates">
        <legend>The memory to keep</legend>
        {others.length === 0 && <p className="quiet">Nothing else in its scope matches.</p>}
        {others.map(({ id, text }) => (
          <label key={id} className="merge-candidate">
            <input type="radio" name="kept" checked={id === chosen} onChange={() => onChoose(id)} />
            <Text text={text} />
          </label>
        ))}
      </fieldset>
    </>
  )
}

function without<Item extends { id: string }>(memory: Memory, items: Item[] = []): Item[] {
  return items.filter(({ id }) => id !== memory.id)
}
