/** The project that navigation carries from view to view; none means all. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useProjectOptions } from '../api/project-options.ts'
import { destinations } from '../navigation.ts'
import { createStoredValue, useStoredValue } from '../stored-value.ts'

/** A page is of one wiki: another project has others. */
const wikiPage = '/wiki/page'

const chosen = createStoredValue('throughline.project', (stored) => stored ?? undefined)

/** A project that was merged or deleted since counts as none. */
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
