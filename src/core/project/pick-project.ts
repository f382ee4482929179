/** The project somebody means by what they wrote. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ProjectSummary } from '../ports/project-store.ts'

/**
 * By id, identity or alias; by name when only one project has it.
 * @throws ThroughlineError `not-found`, `conflict`
 */
export function pickProject(
  projects: readonly ProjectSummary[],
  reference: string,
): ProjectSummary {
  const exact = projects.find(
    ({ id, identity, aliases }) =>
      [id, identity].includes(reference) || aliases.includes(reference),
  )
  if (exact) return exact
  const named = projects.filter(({ name }) => name === reference)
  if (named.length > 1) {
    throw new ThroughlineError('conflict', `${named.length} projects are named "${reference}"`, {
      hint: `use an identity: ${named.map(({ identity }) => identity).join(', ')}`,
    })
  }
  if (named[0]) return named[0]
  throw new ThroughlineError('not-found', `there is no project "${reference}"`, {
    hint: 'throughline projects list shows them',
  })
}
