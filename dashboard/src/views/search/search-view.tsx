import '../../components/card.css'
import './search.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { View } from '../../components/view.tsx'
import { useRowKeys } from '../../keyboard/row-keys.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { useMemoryActions } from '../../memory/memory-actions.ts'
import { MemoryEditor } from '../../memory/memory-editor.tsx'
import { count } from '../../wording/amounts.ts'
import { type Hit, HitRow } from './hit-row.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchFilters } from './search-filters.tsx'
import type { SearchParams } from './search-params.ts'
import { useRecall } from './use-recall.ts'

/** A new address touches every link on the page, so it waits until nobody types. */
const settleMs = 300
const firstShown = 25
const mostShown = 100

/** One box for all that was learned and done. */
export function SearchView() {
  const params = useSearch({ from: '/search' })
  const navigate = useNavigate({ from: '/search' })
  const [typed, setTyped] = useState(params.query ?? '')
  const [most, setMost] = useState(firstShown)
  const { asked, hits = [], error, isOld } = useRecall(typed, params, most)
  const [isLeaving, setLeaving] = useState(false)
  const [edited, setEdited] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { pin, forget } = useMemoryActions()
  const show = (change: SearchParams = {}) => {
    const query = typed.trim() || undefined
    void navigate({ search: (before) => ({ ...before, query, ...change }), replace: true })
  }
  useEffect(() => {
    const query = asked || undefined
    const keep = () => void navigate({ search: (before) => ({ ...before, query }), replace: true })
    const timer = setTimeout(keep, settleMs)
    return () => clearTimeout(timer)
  }, [asked, navigate])

  const onMemory = (act: (hit: Hit) => void) => (index: number) => {
    const hit = hits[index]
    if (hit?.type === 'memory') act(hit)
  }
  const edit = onMemory(({ id }) => setEdited(id))
  const togglePin = onMemory(({ id, pinned = false }) => void pin([id], !pinned))
  const drop = onMemory(({ id }) => void forget([id]))
  const focusRow = useRowKeys({
    title: 'Search',
    list,
    count: hits.length,
    actions: [
      { keys: 'e', label: 'Edit the memory', run: edit },
      { keys: 'p', label: 'Pin or unpin it', run: togglePin },
      { keys: 'x', label: 'Forget it', run: drop },
    ],
  })
  const leave = () => {
    show()
    setLeaving(true)
  }
  // Whoever presses Enter means what was typed last, not what is still shown.
  useEffect(() => {
    if (!isLeaving || isOld) return
    setLeaving(false)
    focusRow(0)
  })
  useShortcuts('Search', [{ keys: '/', label: 'Search', run: () => box.current?.select() }])

  return (
    <View title="Search">
      <search className="search">
        <SearchBox box={box} value={typed} onChange={setTyped} onLeave={leave} />
        <SearchFilters params={params} onChange={show} />
      </search>
      {error && <ErrorNote error={error} />}
      <Summary asked={asked} found={isOld ? undefined : hits.length} />
      {asked === '' && <Beginning />}
      {asked !== '' && !error && hits.length === 0 && (isOld ? <Skeleton /> : <NothingFound />)}
      {hits.length > 0 && (
        <ul ref={list} className="search-hits card" aria-label="Results">
          {hits.map((hit, index) => (
            <HitRow
              key={`${hit.type} ${hit.id}`}
              hit={hit}
              index={index}
              query={asked}
              onEdit={() => edit(index)}
              onPin={() => togglePin(index)}
              onForget={() => drop(index)}
            />
          ))}
        </ul>
      )}
      {hits.length === most && most < mostShown && (
        <Button className="search-more" onClick={() => setMost(mostShown)}>
          Show more
        </Button>
      )}
      <MemoryEditor id={edited} onClose={() => setEdited(undefined)} />
    </View>
  )
}

/** For whoever cannot see that the list has changed. */
function Summary({ asked, found }: { asked: string; found: number | undefined }) {
  return (
    <p className="visually-hidden" role="status">
      {asked !== '' && found !== undefined && `${count(found, 'result')} for ${asked}`}
    </p>
  )
}

function Beginning() {
  return (
    <EmptyState
      title="Find what was learned or done"
      command="throughline recall 'why is the cache off'"
    >
      Type words, a question, a path or an error. Memories and history are searched together; in the
      terminal the same is
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState title="Nothing fits">
      Try other words or fewer of them, or take away a filter. What was never said in a session or
      stored as a memory cannot be found.
    </EmptyState>
  )
}
