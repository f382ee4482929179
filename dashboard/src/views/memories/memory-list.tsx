import { useCallback, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { PagedList } from '../../api/paged-list.ts'
import {
  Badge,
  BranchBadge,
  CandidateBadge,
  FailingBadge,
  KindBadge,
} from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { VirtualRow } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { type Memory, useMemoryActions } from '../../memory/memory-actions.ts'
import { MemoryEditor } from '../../memory/memory-editor.tsx'
import { PinnedMark, shownTags, useScopeName } from '../../memory/memory-labels.tsx'
import { MoveDialog } from '../../memory/move-dialog.tsx'
import { count } from '../../wording/amounts.ts'
import { type MemoryFilter, toList } from './memory-filter.ts'

interface MemoryListProps {
  readonly memories: PagedList<Memory>
  readonly filter: MemoryFilter
  readonly onTag: (tag: string) => void
}

/** The limit for one change. */
const mostSelected = 1_000
const estimatedRowPx = 71

export function MemoryList({ memories, filter, onTag }: MemoryListProps) {
  const { total = 0, itemAt, see } = memories
  const selection = useSelection()
  const [edited, setEdited] = useState<string>()
  const rows = useRef<VirtualListHandle>(null)
  const lastSelected = useRef<number>(undefined)
  const scopeName = useScopeName()
  const { pin, forget } = useMemoryActions()

  const on = (act: (memory: Memory) => void) => (index: number) => {
    const memory = itemAt(index)
    if (memory) act(memory)
  }
  const select = (index: number, toHere: boolean) => {
    const from = toHere ? (lastSelected.current ?? index) : index
    lastSelected.current = index
    if (from === index) return on(selection.toggle)(index)
    const [first, last] = [Math.min(from, index), Math.max(from, index)]
    const between = Array.from({ length: last - first + 1 }, (_, step) => itemAt(first + step))
    selection.select(between.filter((memory) => memory !== undefined))
  }
  const selectAll = async () => {
    const input = { ...toList(filter), limit: mostSelected }
    selection.select((await call('listMemories', input)).memories)
  }
  const keyOf = useCallback((index: number) => itemAt(index)?.id ?? index, [itemAt])
  const actions = [
    { keys: 'e', label: 'Edit the memory', run: on(({ id }) => setEdited(id)) },
    { keys: 'p', label: 'Pin or unpin it', run: on(({ id, pinned }) => void pin([id], !pinned)) },
    { keys: 'x', label: 'Forget it', run: on(({ id, content }) => void forget([id], content)) },
    { keys: 'v', label: 'Select it', run: (index: number) => select(index, false) },
  ]
  const selectNothing = () => {
    if (document.activeElement?.closest('.selection-bar')) rows.current?.focus()
    selection.clear()
  }
  useShortcuts('Memories', [{ keys: 'Escape', label: 'Clear the selection', run: selectNothing }])

  return (
    <div className="memories-list">
      {selection.memories.length > 0 && (
        <SelectionBar
          memories={selection.memories}
          onSelectAll={() => void selectAll()}
          onClear={selectNothing}
        />
      )}
      <div className="memories-rows card">
        <VirtualList
          ref={rows}
          label="Memories"
          count={total}
          estimatedRowPx={estimatedRowPx}
          keyOf={keyOf}
          onSee={see}
          actions={actions}
          row={(index) => {
            const memory = itemAt(index)
            if (!memory) return <MissingRow />
            return (
              <MemoryRow
                memory={memory}
                index={index}
                place={scopeName(memory)}
                isSelected={selection.has(memory.id)}
                onSelect={(toHere) => select(index, toHere)}
                onTag={onTag}
                onPin={() => void pin([memory.id], !memory.pinned)}
                onForget={() => void forget([memory.id], memory.content)}
              />
            )
          }}
        />
      </div>
      <MemoryEditor id={edited} onClose={() => setEdited(undefined)} />
    </div>
  )
}

interface Selection {
  readonly memories: readonly Memory[]
  has(id: string): boolean
  toggle(memory: Memory): void
  select(memories: readonly Memory[]): void
  clear(): void
}

function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, Memory>>(new Map())
  const put = (memories: readonly Memory[]) => memories.map((each) => [each.id, each] as const)
  return {
    memories: [...selected.values()],
    has: (id) => selected.has(id),
    toggle(memory) {
      const next = new Map(selected)
      if (!next.delete(memory.id)) next.set(memory.id, memory)
      setSelected(next)
    },
    select: (memories) => setSelected(new Map([...selected, ...put(memories)])),
    clear: () => setSelected(new Map()),
  }
}

interface MemoryRowProps {
  readonly memory: Memory
  readonly index: number
  readonly place: string
  readonly isSelected: boolean
  /** @param toHere also selects everything since the last selected memory */
  readonly onSelect: (toHere: boolean) => void
  readonly onTag: (tag: string) => void
  readonly onPin: () => void
  readonly onForget: () => void
}

const mostTags = 4

function MemoryRow(props: MemoryRowProps) {
  const { memory, index, place, isSelected, onSelect, onTag, onPin, onForget } = props
  const {
    id,
    content,
    kind,
    author,
    standing,
    stagedOn,
    failing,
    pinned,
    tags,
    validTo,
    updatedAt,
  } = memory
  return (
    <VirtualRow
      index={index}
      className={classNames('memory-row', isSelected && 'is-selected')}
      to="/memories/$id"
      params={{ id }}
      leading={
        <input
          type="checkbox"
          className="memory-row-select"
          aria-label={`Select: ${content.slice(0, 80)}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      }
      title={
        <span className="clamp memory-row-text">
          <Text text={content} />
        </span>
      }
      detail={
        <>
          <KindBadge kind={kind} />
          {author && <Badge>{author.name}</Badge>}
          {standing === 'candidate' && <CandidateBadge />}
          {stagedOn && <BranchBadge branch={stagedOn} />}
          {failing && <FailingBadge failing={failing} />}
          {pinned && <PinnedMark />}
          {validTo && <Badge>superseded</Badge>}
          <span>{place}</span>
          {shownTags(tags)
            .slice(0, mostTags)
            .map((tag) => (
              <button key={tag} type="button" className="memory-tag" onClick={() => onTag(tag)}>
                #{tag}
              </button>
            ))}
          <RelativeTime at={updatedAt} />
        </>
      }
      trailing={
        <div className="memory-row-actions">
          {!validTo && <IconButton icon="pin" label={pinned ? 'Unpin' : 'Pin'} onClick={onPin} />}
          <IconButton icon="forget" label="Forget" onClick={onForget} />
        </div>
      }
    />
  )
}

function MissingRow() {
  return (
    <VirtualRow className="memory-row" title={<div className="memory-row-missing" aria-hidden />} />
  )
}

interface SelectionBarProps {
  readonly memories: readonly Memory[]
  /** Selects all memories that match the filters, up to the limit. */
  readonly onSelectAll: () => void
  readonly onClear: () => void
}

function SelectionBar({ memories, onSelectAll, onClear }: SelectionBarProps) {
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

function TagDialog({ memories, onClose }: { memories: readonly Memory[]; onClose: () => void }) {
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
