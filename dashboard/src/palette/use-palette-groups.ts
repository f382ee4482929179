/** What the palette offers: views, actions and projects at once, memories and sessions by search. */
import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '../api/call.ts'
import { useOperation, useSettled } from '../api/operation-hooks.ts'
import {
  chooseDensity,
  chooseTheme,
  themes,
  useDensity,
  useTheme,
} from '../components/appearance.tsx'
import { destinations, searchFor } from '../navigation.ts'
import {
  useChooseProject,
  useCurrentProject,
  useProjectOptions,
} from '../project/current-project.tsx'
import { turnAnchor } from '../views/session/links.tsx'
import { shorten, withoutMarks } from '../wording/texts.ts'
import { matching, type PaletteGroup, type PaletteItem } from './palette-item.ts'

const mostProjects = 6

export function usePaletteGroups(typed: string, onAdd: () => void): PaletteGroup[] {
  const found = useFound(typed)
  const groups = [
    { title: 'Views', items: matching(useViews(), typed) },
    { title: 'Actions', items: matching(useActions(onAdd), typed) },
    { title: 'Projects', items: matching(useProjects(), typed).slice(0, mostProjects) },
    ...found,
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function useViews(): PaletteItem[] {
  const navigate = useNavigate()
  const project = useCurrentProject()
  return destinations.map((destination) => ({
    id: `view ${destination.to}`,
    label: destination.label,
    icon: destination.icon,
    run: () => void navigate({ to: destination.to, search: searchFor(destination, project) }),
  }))
}

function useActions(onAdd: () => void): PaletteItem[] {
  const navigate = useNavigate()
  const theme = useTheme()
  const isCompact = useDensity() === 'compact'
  const action = (label: string, icon: PaletteItem['icon'], run: () => void): PaletteItem => ({
    id: `action ${label}`,
    label,
    icon,
    run,
  })
  const data = { tab: 'data' } as const
  return [
    action('Add a memory', 'add', onAdd),
    action('Restore forgotten memories', 'retry', () => void navigate({ to: '/forgotten' })),
    action(
      'Import earlier sessions',
      'file',
      () => void navigate({ to: '/settings', search: data }),
    ),
    action(
      'Export memories and sessions',
      'file',
      () => void navigate({ to: '/settings', search: data }),
    ),
    action(isCompact ? 'Use comfortable rows' : 'Use compact rows', 'rows', () =>
      chooseDensity(isCompact ? 'comfortable' : 'compact'),
    ),
    ...themes
      .filter((name) => name !== theme)
      .map((name) => action(`Use ${name} colours`, 'auto', () => chooseTheme(name))),
  ]
}

function useProjects(): PaletteItem[] {
  const choose = useChooseProject()
  const current = useCurrentProject()
  const projects = useProjectOptions()
    .filter(([id]) => id !== current)
    .map(([id, name]) => ({
      id: `project ${id}`,
      label: name,
      detail: 'Show this project',
      icon: 'context' as const,
      run: () => choose(id),
    }))
  if (current === undefined) return projects
  const all = { id: 'project', label: 'All projects', icon: 'context' as const }
  return [{ ...all, run: () => choose(undefined) }, ...projects]
}

type Hit = OutputOf<'recall'>['hits'][number]

const shortestQuery = 2
const mostHits = 12
const mostPerGroup = 5
const mostCharacters = 120

/** Memories and sessions about what was typed, in all projects. */
function useFound(typed: string): PaletteGroup[] {
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
