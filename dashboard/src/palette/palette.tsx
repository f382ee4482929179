import './palette.css'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { OutputOf } from '../api/call.ts'
import { useOperation, useSettled } from '../api/operation-hooks.ts'
import {
  chooseDensity,
  chooseTheme,
  themes,
  useDensity,
  useTheme,
} from '../components/appearance.tsx'
import { Icon } from '../components/icon.tsx'
import { destinations, searchFor } from '../navigation.ts'
import {
  useChooseProject,
  useCurrentProject,
  useProjectOptions,
} from '../project/current-project.tsx'
import { turnAnchor } from '../views/session/links.tsx'
import { findPages } from '../views/wiki/catalogue.tsx'
import { useWhichWiki } from '../wiki/which-wiki.tsx'
import { shorten, withoutMarks } from '../wording/texts.ts'
import { matching, type PaletteGroup, type PaletteItem } from './palette-item.ts'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAdd: () => void
}

/** Opens or does anything by keyboard: a combobox over views, actions, projects and what is stored. */
export function Palette({ isOpen, onClose, onAdd }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!isOpen || !shown) return
    shown.showModal()
    return () => shown.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by key what a click beside it does
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Jump to anything"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {isOpen && <Content onClose={onClose} onAdd={onAdd} />}
    </dialog>
  )
}

function Content({ onClose, onAdd }: Omit<PaletteProps, 'isOpen'>) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState(0)
  const id = useId()
  const groups = usePaletteGroups(typed, onAdd)
  const items = groups.flatMap((group) => group.items)
  const active = Math.max(0, Math.min(wanted, items.length - 1))
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(items[active])
    else if (event.key === 'ArrowDown') setWanted((active + 1) % items.length || 0)
    else if (event.key === 'ArrowUp') setWanted((active - 1 + items.length) % items.length || 0)
    else return
    event.preventDefault()
  }
  return (
    <div className="palette-inside">
      <div className="palette-box">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Jump to anything"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={400}
          placeholder="Go to a view, project, memory, session or page"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWanted(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="Results">
        {withFirstIndex(groups).map(([group, first]) => (
          <Group
            key={group.title}
            id={id}
            group={group}
            first={first}
            active={active}
            onChoose={choose}
          />
        ))}
      </div>
      <p className="palette-nothing" role="status">
        {items.length === 0 && 'Nothing matches.'}
      </p>
    </div>
  )
}

/** Each group with the number of options before it. */
function withFirstIndex(groups: readonly PaletteGroup[]): [PaletteGroup, number][] {
  let before = 0
  return groups.map((group) => {
    const first = before
    before += group.items.length
    return [group, first]
  })
}

interface GroupProps {
  readonly id: string
  readonly group: PaletteGroup
  readonly first: number
  readonly active: number
  readonly onChoose: (item: PaletteItem) => void
}

function Group({ id, group: { title, items }, first, active, onChoose }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox
    <div role="group" aria-labelledby={`${id}-${title}`}>
      <div id={`${id}-${title}`} className="palette-title" role="presentation">
        {title}
      </div>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={item.id}
          id={`${id}-${first + index}`}
          role="option"
          className="palette-option"
          aria-selected={first + index === active}
          onClick={() => onChoose(item)}
        >
          <Icon name={item.icon} />
          <span className="truncate">{item.label}</span>
          {item.detail && <span className="palette-detail">{item.detail}</span>}
        </div>
      ))}
    </div>
  )
}

const mostProjects = 6

function usePaletteGroups(typed: string, onAdd: () => void): PaletteGroup[] {
  const found = useFound(typed)
  const pages = useWikiPages(typed)
  const groups = [
    { title: 'Views', items: matching(useViews(), typed) },
    { title: 'Actions', items: matching(useActions(onAdd), typed) },
    { title: 'Projects', items: matching(useProjects(), typed).slice(0, mostProjects) },
    ...found,
    { title: 'Wiki', items: pages },
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
  const types = ['memory', 'session', 'turn'] as const
  const input = { query, all: true, types, limit: mostHits, explain: true }
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
  const toSession = ({ id, text, project, session = id, sessionTitle }: Hit): PaletteItem => ({
    id: `session ${session}`,
    label: sessionTitle ?? shorten(withoutMarks(text) || 'No text', mostCharacters),
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

/** Pages of the project's wiki whose name, alias or tag has every typed word. */
function useWikiPages(typed: string): PaletteItem[] {
  const navigate = useNavigate()
  const query = useSettled(typed.trim())
  const which = useWhichWiki({ project: useCurrentProject(), global: undefined })
  const isWanted = query.length >= shortestQuery && which !== undefined
  const { data } = useOperation('getWiki', which ?? {}, { enabled: isWanted, keepsPrevious: true })
  if (!data || !which || typed.trim().length < shortestQuery) return []
  const named = findPages(data.pages, typed).filter(({ type }) => !hiddenPages.has(type))
  return named.slice(0, mostPerGroup).map(({ path, title, summary }) => ({
    id: `page ${path}`,
    label: title,
    detail: shorten(summary, mostDetail),
    icon: 'wiki',
    run: () => void navigate({ to: '/wiki/page', search: { ...which, path } }),
  }))
}

const hiddenPages: ReadonlySet<string> = new Set(['index', 'log', 'daily'])
const mostDetail = 40

/** Several turns of one session lead to the best of them. */
function firstOfEach(items: readonly PaletteItem[]): PaletteItem[] {
  return items.filter(({ id }, index) => items.findIndex((each) => each.id === id) === index)
}
