import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '../api/call.ts'
import { useOperation } from '../api/operation-hooks.ts'
import { useSettled } from '../api/use-settled.ts'
import { turnAnchor } from '../views/session/turn-link.tsx'
import { shorten, withoutMarks } from '../wording/texts.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

type Hit = OutputOf<'recall'>['hits'][number]

const shortestQuery = 2
const mostHits = 12
const mostPerGroup = 5
const mostCharacters = 120

/** Memories and sessions about what was typed, in all projects. */
export function useFound(typed: string): PaletteGroup[] {
  const navigate = useNavigate()
  const query = useSettled(typed.trim())
  const input = { query, all: true, types: ['memory', 'session', 'turn'] as const, limit: mostHits }
  const { data } = useOperation(
    'recall',
    { ...input, types: [...input.types] },
    { enabled: query.length >= shortestQuery, keepsPrevious: true },
  )
  if (!data || typed.trim().length < shortestQuery) return []
  const toMemory = ({ id, text, project }: Hit): PaletteItem => ({
    id: `memory ${id}`,
    label: shorten(withoutMarks(text), mostCharacters),
    detail: project,
    icon: 'memories',
    run: () => void navigate({ to: '/memories/$id', params: { id } }),
  })
  const toSession = ({ id, text, project, session = id }: Hit): PaletteItem => ({
    id: `session ${session}`,
    label: shorten(withoutMarks(text) || 'No text', mostCharacters),
    detail: project,
    icon: 'sessions',
    run: () =>
      void navigate({ to: '/sessions/$id', params: { id: session }, hash: turnAnchor(id) }),
  })
  const memories = data.hits.filter(({ type }) => type === 'memory').map(toMemory)
  const sessions = data.hits.filter(({ type }) => type !== 'memory').map(toSession)
  return [
    { title: 'Memories', items: memories.slice(0, mostPerGroup) },
    { title: 'Sessions', items: firstOfEach(sessions).slice(0, mostPerGroup) },
  ]
}

/** Several turns of one session lead to the best of them. */
function firstOfEach(items: readonly PaletteItem[]): PaletteItem[] {
  return items.filter(({ id }, index) => items.findIndex((each) => each.id === id) === index)
}
