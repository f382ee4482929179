import { useCallback, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { PagedList } from '../../api/paged-list.ts'
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { type Memory, useMemoryActions } from '../../memory/memory-actions.ts'
import { MemoryEditor } from '../../memory/memory-editor.tsx'
import { useScopeName } from '../../memory/memory-labels.tsx'
import { type MemoryFilter, toList } from './memory-filter.ts'
import { MemoryRow, MissingRow } from './memory-row.tsx'
import { SelectionBar } from './selection-bar.tsx'

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

/** Which memories are selected, including those scrolled out of sight. */
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
