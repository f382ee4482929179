/** The shared projects that a request is about. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SharedMemoryReader, VisibleProject } from '../../ports/team/team-sync-store.ts'
import { parseIdentity } from '../../project/parse-identity.ts'
import { matchProject } from '../../project/pick-project.ts'

export interface SharedPlace {
  /** Its id, identity, name, or the address of its repository. */
  readonly project?: string | undefined
  /** Also the person's own. It comes only if asked for: what CI prints, others read. */
  readonly personal: boolean
}

/** @throws `not-found`, `conflict` */
export async function projectsToRead(
  reader: SharedMemoryReader,
  { project, personal }: SharedPlace,
): Promise<VisibleProject[]> {
  const visible = await reader.projects()
  const ofTeam = visible.filter(({ type }) => type === 'team')
  return [
    ...(project === undefined ? ofTeam : [pickShared(ofTeam, project)]),
    ...(personal ? visible.filter(({ type }) => type === 'personal') : []),
  ]
}

/** @throws `not-found`, `conflict` */
export function pickShared(projects: readonly VisibleProject[], reference: string): VisibleProject {
  const found =
    matchProject(projects, reference) ?? matchProject(projects, parseIdentity(reference) ?? '')
  if (found) return found
  throw new ThroughlineError('not-found', `the team shares no project "${reference}"`, {
    hint: hintAt(projects),
  })
}

const mostNamed = 10

function hintAt(projects: readonly VisibleProject[]): string {
  if (projects.length === 0) return 'throughline share, in a project, shares it'
  const names = projects.slice(0, mostNamed).map(({ identity }) => identity)
  const more = projects.length > mostNamed ? ` and ${projects.length - mostNamed} more` : ''
  return `it shares ${names.join(', ')}${more}`
}
