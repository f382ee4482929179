/** What the palette offers: views, actions and projects at once, memories and sessions by search. */
import { useNavigate } from '@tanstack/react-router'
import { useProjectOptions } from '../api/project-options.ts'
import { chooseDensity, useDensity } from '../appearance/density.ts'
import { chooseTheme, themes, useTheme } from '../appearance/theme.ts'
import { destinations, searchFor } from '../navigation.ts'
import { useChooseProject, useCurrentProject } from '../project/current-project.ts'
import { matching, type PaletteGroup, type PaletteItem } from './palette-item.ts'
import { useFound } from './use-found.ts'

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
