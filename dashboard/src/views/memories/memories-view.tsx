import './memories.css'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  memoryKinds,
  memoryOrders,
  memoryScopes,
  memorySourceNames,
  memoryStandings,
} from '../../../../src/contract/vocabulary.ts'
import { type CallInput, call } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { type PagedList, usePagedList } from '../../api/paged-list.ts'
import { Button } from '../../components/button.tsx'
import { Chip, ChipSelect, Filters, TextFilter } from '../../components/filters.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../components/placeholders.tsx'
import { View } from '../../components/view.tsx'
import { AddMemoryDialog } from '../../memory/add-memory-dialog.tsx'
import type { Memory } from '../../memory/memory-actions.ts'
import { useProjectOptions } from '../../project/current-project.tsx'
import { count, number } from '../../wording/amounts.ts'
import { orderWords, scopeWords, sourceWords, standingWords } from '../../wording/memories.ts'
import { isFiltered, type MemoryFilter, noFilter, toList } from './memory-filter.ts'
import { MemoryList } from './memory-list.tsx'

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
      {isAdding && <AddMemoryDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function Total({ memories, filter }: { memories: PagedList<Memory>; filter: MemoryFilter }) {
  const { total, error } = memories
  const isAll = !isFiltered(filter)
  const unconfirmed = { all: true, standing: 'candidate' } as const
  const candidates = useOperation('countMemories', unconfirmed, { enabled: isAll, live: true }).data
  if (total === undefined) return error ? null : 'Counting…'
  if (total === 0) return isAll ? null : 'None match the filters.'
  const first = orderWords[filter.order ?? 'changed'].toLowerCase()
  if (!isAll) return `${number(total)} matching the filters, the ${first} first.`
  const waiting = candidates?.total ?? 0
  const after = waiting > 0 ? `, then ${count(waiting, 'candidate')}` : ''
  return `${number(total - waiting)} remembered, the ${first} first${after}.`
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

interface MemoryFiltersProps {
  readonly filter: MemoryFilter
  readonly onChange: (change: MemoryFilter) => void
}

function MemoryFilters({ filter, onChange }: MemoryFiltersProps) {
  const projects = useProjectOptions()
  const { kind, scope, project, source, standing, tag, pinned, superseded, text, order } = filter
  return (
    <Filters isFiltered={isFiltered(filter)} onClear={() => onChange(noFilter)}>
      <TextFilter
        label="Filter by text"
        value={text}
        onChange={(next) => onChange({ text: next })}
      />
      <Chip isOn={pinned === true} onToggle={() => onChange({ pinned: pinned ? undefined : true })}>
        Pinned
      </Chip>
      <ChipSelect
        label="Kind"
        value={kind}
        options={memoryKinds.map((name) => [name, name])}
        onChange={(next) => onChange({ kind: next })}
      />
      <ChipSelect
        label="Scope"
        value={scope}
        options={memoryScopes.map((name) => [name, scopeWords[name]])}
        onChange={(next) => onChange({ scope: next, project: undefined })}
      />
      <ChipSelect
        label="Project"
        value={project}
        options={projects}
        onChange={(next) => onChange({ project: next, scope: undefined })}
      />
      <ChipSelect
        label="Made"
        value={source}
        options={memorySourceNames.map((name) => [name, sourceWords[name]])}
        onChange={(next) => onChange({ source: next })}
      />
      <ChipSelect
        label="Standing"
        value={standing}
        options={memoryStandings.map((name) => [name, standingWords[name]])}
        onChange={(next) => onChange({ standing: next })}
      />
      <Chip
        isOn={superseded === true}
        onToggle={() => onChange({ superseded: superseded ? undefined : true })}
      >
        With superseded
      </Chip>
      <ChipSelect
        label="Sort"
        value={order}
        options={memoryOrders.map((name) => [name, orderWords[name]])}
        onChange={(next) => onChange({ order: next })}
      />
      {tag && (
        <Chip isOn onToggle={() => onChange({ tag: undefined })}>
          #{tag}
        </Chip>
      )}
    </Filters>
  )
}

/** Jobs and commands also store memories, without a live event. */
const refetchEveryMs = 3_000

function usePagedMemories(
  input: Omit<CallInput<'listMemories'>, 'limit' | 'offset'>,
): PagedList<Memory> {
  return usePagedList({
    key: ['listMemories', input],
    everyMs: refetchEveryMs,
    idOf,
    async fetch(range, signal) {
      const { memories, total } = await call('listMemories', { ...input, ...range }, signal)
      return { items: memories, total }
    },
  })
}

const idOf = ({ id }: Memory) => id
