/** Finds the project that a reference means. */
import { ThroughlineError } from '../../contract/errors.ts'
import { isPartOfId, shortId } from '../model/memory.ts'
import type { Project, ProjectSummary } from '../ports/projects.ts'

/**
 * By id, identity or alias; by name when only one project has it; by the first or last characters
 * of an id.
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
  if (named.length === 0) return matchIdPart(projects, reference)
  if (named.length === 1) return named[0]
  throw new ThroughlineError('conflict', `${named.length} projects are named "${reference}"`, {
    hint: `use an identity: ${named.map(({ identity }) => identity).join(', ')}`,
  })
}

const fewestCharacters = 4

function matchIdPart<T extends Pick<Project, 'id' | 'name'>>(
  projects: readonly T[],
  reference: string,
): T | undefined {
  const part = reference.toLowerCase()
  if (part.length < fewestCharacters) return undefined
  const found = projects.filter(({ id }) => isPartOfId(id, part))
  if (found.length < 2) return found[0]
  const names = found.map(({ id, name }) => `${name} ${shortId(id)}`)
  throw new ThroughlineError('conflict', `"${reference}" may be ${names.join(', ')}`, {
    hint: 'type more of the id',
  })
}
