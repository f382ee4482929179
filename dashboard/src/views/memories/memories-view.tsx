import './memories.css'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type PagedList, usePagedMemories } from '../../api/paged-memories.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { View } from '../../components/view.tsx'
import { AddMemoryDialog } from '../../memory/add-memory-dialog.tsx'
import type { Memory } from '../../memory/memory-actions.ts'
import { number } from '../../wording/amounts.ts'
import { orderWords } from '../../wording/memories.ts'
import { isFiltered, type MemoryFilter, noFilter, toList } from './memory-filter.ts'
import { MemoryFilters } from './memory-filters.tsx'
import { MemoryList } from './memory-list.tsx'

/** All memories. */
export function MemoriesView() {
  const filter = useSearch({ from: '/memories' })
  const navigate = useNavigate({ from: '/memories' })
  const memories = usePagedMemories(toList(filter))
  const show = (change: MemoryFilter) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <View
      title="Memories"
      intro={<Total memories={memories} filter={filter} />}
      actions={<MemoriesActions />}
    >
      {!(memories.total === 0 && !isFiltered(filter)) && (
        <MemoryFilters filter={filter} onChange={show} />
      )}
      {memories.error && <ErrorNote error={memories.error} />}
      {memories.total === undefined && !memories.error && <Skeleton lines={8} />}
      {memories.total === 0 &&
        (isFiltered(filter) ? <NothingFits onClear={() => show(noFilter)} /> : <NothingYet />)}
      {memories.total !== undefined && memories.total > 0 && (
        <MemoryList
          key={JSON.stringify(filter)}
          memories={memories}
          filter={filter}
          onTag={(tag) => show({ tag })}
        />
      )}
    </View>
  )
}

function MemoriesActions() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Link to="/forgotten" className="button button-plain">
        Forgotten
      </Link>
      <Button look="primary" icon="add" onClick={() => setAdding(true)}>
        Add a memory
      </Button>
      <AddMemoryDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

function Total({ memories, filter }: { memories: PagedList<Memory>; filter: MemoryFilter }) {
  const { total, error } = memories
  if (total === undefined) return error ? null : 'Counting…'
  if (total === 0) return isFiltered(filter) ? 'None match the filters.' : null
  const first = orderWords[filter.order ?? 'changed'].toLowerCase()
  return `${number(total)} ${isFiltered(filter) ? 'matching the filters' : 'remembered'}, the ${first} first.`
}

function NothingYet() {
  return (
    <EmptyState
      title="No memories yet"
      command="throughline remember 'Run npm test before every commit'"
    >
      Work with your agent as usual. Memories appear here as it learns, or store the first one
      yourself.
    </EmptyState>
  )
}

function NothingFits({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="Nothing matches"
      action={<Button onClick={onClear}>Show all memories</Button>}
    >
      No memory matches all of these filters.
    </EmptyState>
  )
}
