/** Finds the project that a reference means. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Project, ProjectSummary } from '../ports/project-store.ts'

/**
 * By id, identity or alias; by name when only one project has it.
 * @throws ThroughlineError `not-found`, `conflict`
 */
export function pickProject(
  projects: readonly ProjectSummary[],
  reference: string,
): ProjectSummary {
  const found = matchProject(projects, reference)
  if (found) return found
  throw new ThroughlineError('not-found', `there is no project "${reference}"`, {
    hint: 'throughline projects list shows them',
  })
}

/** @throws ThroughlineError `conflict` if several have the name */
export function matchProject<
  T extends Pick<Project, 'id' | 'identity' | 'name'> & Partial<Pick<ProjectSummary, 'aliases'>>,
>(projects: readonly T[], reference: string): T | undefined {
  const exact = projects.find(
    ({ id, identity, aliases = [] }) =>
      [id, identity].includes(reference) || aliases.includes(reference),
  )
  if (exact) return exact
  const named = projects.filter(({ name }) => name === reference)
  if (named.length < 2) return named[0]
  throw new ThroughlineError('conflict', `${named.length} projects are named "${reference}"`, {
    hint: `use an identity: ${named.map(({ identity }) => identity).join(', ')}`,
  })
}
