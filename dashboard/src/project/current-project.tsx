/** The project that navigation carries from view to view; none means all. */
import './current-project.css'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useOperation } from '../api/operation-hooks.ts'
import { Icon } from '../components/icon.tsx'
import { destinations } from '../navigation.ts'
import { createStoredValue, useStoredValue } from '../stored-value.ts'

/** A page is of one wiki: another project has others. */
const wikiPage = '/wiki/page'

const chosen = createStoredValue('throughline.project', (stored) => stored ?? undefined)

/** None if the project was merged or deleted since. */
export function useCurrentProject(): string | undefined {
  const stored = useStoredValue(chosen)
  const isKnown = useProjectOptions().some(([id]) => id === stored)
  return isKnown ? stored : undefined
}

/** The project of the open view, or else the one for the next view. */
export function useShownProject(): string | undefined {
  const current = useCurrentProject()
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  return isByProject(pathname) || pathname === wikiPage ? search.project : current
}

/** @returns a function that switches the open view, and those opened later */
export function useChooseProject(): (project: string | undefined) => void {
  const navigate = useNavigate()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return (project) => {
    chosen.set(project)
    if (pathname === wikiPage) void navigate({ to: '/wiki', search: { project } })
    if (!isByProject(pathname)) return
    void navigate({
      to: pathname,
      search: (before: object) => ({ ...before, project, scope: undefined, session: undefined }),
      replace: true,
    })
  }
}

function isByProject(pathname: string): boolean {
  return destinations.some(({ to, isByProject }) => isByProject && to === pathname)
}

/** Projects as options; projects with the same name get a distinguishing suffix. */
export function useProjectOptions(): (readonly [id: string, name: string])[] {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const named = Map.groupBy(projects, ({ name }) => name)
  return projects.map(({ id, name, identity }) => {
    const isAlone = named.get(name)?.length === 1
    return [id, isAlone ? name : `${name} (${identity})`] as const
  })
}

/** Shows one project in every view that can, or all. Hidden while there is none to choose. */
export function ProjectSwitcher() {
  const projects = useProjectOptions()
  const shown = useShownProject()
  const choose = useChooseProject()
  if (projects.length === 0) return null
  return (
    <span className="project-switcher">
      <select
        aria-label="Project shown"
        value={shown ?? ''}
        onChange={({ target }) => choose(target.value || undefined)}
      >
        <option value="">All projects</option>
        {projects.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={12} />
    </span>
  )
}
