import './search.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../components/placeholders.tsx'
import { View } from '../../components/view.tsx'
import { useRowKeys } from '../../keyboard/row-keys.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { useMemoryActions } from '../../memory/memory-actions.ts'
import { MemoryEditor } from '../../memory/memory-editor.tsx'
import { count } from '../../wording/amounts.ts'
import { groupHits } from './group-hits.ts'
import { type Hit, HitRow } from './hit-row.tsx'
import { SearchBox, SearchFilters } from './search-filters.tsx'
import { type SearchParams, toRecall } from './search-params.ts'

/** A new URL updates every link on the page, so it waits until typing pauses. */
const settleMs = 300
const firstShown = 25
const mostShown = 100
/** The best come first, and history is below. */
const fewMemories = 5

export function SearchView() {
  const params = useSearch({ from: '/search' })
  const navigate = useNavigate({ from: '/search' })
  const [typed, setTyped] = useState(params.query ?? '')
  /** The query that we last wrote to the URL. */
  const written = useRef(params.query)
  const [most, setMost] = useState(firstShown)
  const { withoutDate, asked, hits: found = [], error, isOld } = useRecall(typed, params, most)
  const [showsAll, setShowsAll] = useState(false)
  useEffect(() => {
    if (asked !== '') setShowsAll(false)
  }, [asked])
  const groups = groupHits(found)
  const memories = groups.filter(({ hit }) => hit.type === 'memory')
  const history = groups.filter(({ hit }) => hit.type !== 'memory')
  const few = history.length > 0 && !showsAll ? fewMemories : memories.length
  const blocks = [
    { title: 'Memories', groups: memories.slice(0, few), first: 0 },
    { title: 'History', groups: history, first: Math.min(few, memories.length) },
  ].filter((block) => block.groups.length > 0)
  const hits = blocks.flatMap((block) => block.groups.map(({ hit }) => hit))
  /** The row to focus once the answer arrives. */
  const [goal, setGoal] = useState<number>()
  const [edited, setEdited] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLElement>(null)
  const { pin, forget } = useMemoryActions()
  const show = (change: SearchParams = {}) => {
    const query = typed.trim() || undefined
    written.current = query
    void navigate({ search: (before) => ({ ...before, query, ...change }), replace: true })
  }
  useEffect(() => {
    const keep = () => {
      const query = asked || undefined
      written.current = query
      void navigate({ search: (before) => ({ ...before, query }), replace: true })
    }
    const timer = setTimeout(keep, settleMs)
    return () => clearTimeout(timer)
  }, [asked, navigate])
  // The user followed a link or went back.
  useEffect(() => {
    if (params.query === written.current) return
    written.current = params.query
    setTyped(params.query ?? '')
  }, [params.query])

  const onMemory = (act: (hit: Hit) => void) => (index: number) => {
    const hit = hits[index]
    if (hit?.type === 'memory') act(hit)
  }
  const edit = onMemory(({ id }) => setEdited(id))
  const togglePin = onMemory(({ id, pinned = false }) => void pin([id], !pinned))
  const drop = onMemory(({ id, text }) => void forget([id], text))
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
    setGoal(0)
  }
  const showMore = () => {
    setMost(mostShown)
    setGoal(hits.length)
  }
  // A key press refers to the latest query, not to the hits still shown.
  useEffect(() => {
    if (goal === undefined || isOld) return
    setGoal(undefined)
    focusRow(Math.min(goal, hits.length - 1))
  })
  const goToBox = () => {
    box.current?.focus()
    box.current?.select()
  }
  useShortcuts('Search', [{ keys: '/', label: 'Search', run: goToBox }])

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
        <section ref={list} className="search-results" aria-label="Results">
          <p className="search-count" aria-hidden="true">
            {found.length === most && 'The best '}
            {count(groups.length, 'result')}
            {withoutDate && ', found without the date'}
          </p>
          {blocks.map((block) => (
            <Fragment key={block.title}>
              <h2>{block.title}</h2>
              <ul className="card" aria-label={block.title}>
                {block.groups.map(({ hit, count: times }, n) => (
                  <HitRow
                    key={`${hit.type} ${hit.id}`}
                    hit={hit}
                    times={times}
                    index={block.first + n}
                    query={asked}
                    onEdit={() => edit(block.first + n)}
                    onPin={() => togglePin(block.first + n)}
                    onForget={() => drop(block.first + n)}
                  />
                ))}
              </ul>
              {block.title === 'Memories' && few < memories.length && (
                <Button look="quiet" className="search-more" onClick={() => setShowsAll(true)}>
                  {count(memories.length - few, 'weaker memory', 'weaker memories')}
                </Button>
              )}
            </Fragment>
          ))}
        </section>
      )}
      {found.length === most && most < mostShown && (
        <Button className="search-more" onClick={showMore}>
          Show more
        </Button>
      )}
      <MemoryEditor id={edited} onClose={() => setEdited(undefined)} />
    </View>
  )
}

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
      Type words, a question, a path or an error. This searches memories and sessions. In a
      terminal:
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState title="Nothing matches">
      Try other or fewer words, or clear a filter. Search covers everything said in a session or
      stored as a memory.
    </EmptyState>
  )
}

/**
 * Recalls the typed text, one query at a time. While one runs, newer input waits and only the latest
 * is sent. So an answer takes at most twice its normal time, and the daemon runs no query that nobody
 * reads. The last answer stays until the next arrives.
 */
function useRecall(typed: string, params: SearchParams, limit: number) {
  const wanted = typed.trim()
  const [asked, setAsked] = useState(wanted)
  const input = { ...toRecall(params, asked, new Date()), limit }
  const answer = useOperation('recall', input, { enabled: asked !== '', keepsPrevious: true })
  const isBusy = answer.isFetching
  useEffect(() => {
    if (!isBusy) setAsked(wanted)
  }, [wanted, isBusy])
  return {
    asked,
    hits: asked === '' ? undefined : answer.data?.hits,
    withoutDate: answer.data?.withoutDate ?? false,
    error: answer.error,
    isOld: answer.isPlaceholderData || asked !== wanted || (asked !== '' && answer.isPending),
  }
}
