/** Finds the project of a folder under the configuration, and whether it is disabled. */
import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { isFolderPath } from '../model/folder-path.ts'
import { isPartOfId, shortId } from '../model/memory.ts'
import type { Project, ProjectSummary } from '../ports/projects.ts'
import type { Surroundings } from './project-folder.ts'
import { type ProjectIdentity, type ResolvePorts, resolveProject } from './resolve.ts'
import type { MarkerWrites } from './resolve-marker.ts'

export interface ProjectQuestion {
  readonly folder: string
  readonly projectName: string | undefined
  readonly config: Config
  readonly surroundings: Surroundings
  readonly ports: ResolvePorts
}

/** Writes nothing. */
export async function isProjectDisabled(question: ProjectQuestion): Promise<boolean> {
  const rules = question.config.disabledProjects
  if (rules.length === 0) return false
  const { matchesIdentityRule, matchesPathRule } = await import('./disabled.ts')
  const { userHome } = question.surroundings
  const names = await namesOf(question)
  if (names.some((name) => matchesPathRule(name, rules, userHome))) return true
  const project = await findProject(question, 'nothing')
  if (!project) return false
  const identities = [project.identity, ...project.aliases, ...project.overridden]
  return matchesIdentityRule(identities, rules)
}

export async function findProject(
  question: ProjectQuestion,
  markerWrites: MarkerWrites,
): Promise<ProjectIdentity | undefined> {
  const { folder, projectName, config, surroundings, ports } = question
  const configured = await configuredName(question)
  return resolveProject(
    folder,
    {
      ...surroundings,
      override: configured,
      claimedName: projectName,
      useMarkers: config.projectMarker,
      markerWrites,
    },
    ports,
  )
}

/** Loads the pattern library only if the user named projects. */
async function configuredName(question: ProjectQuestion): Promise<string | undefined> {
  const { projectNames } = question.config
  if (Object.keys(projectNames).length === 0) return undefined
  const { findProjectName } = await import('./path-rule.ts')
  const { userHome } = question.surroundings
  const names = await namesOf(question)
  return names
    .map((name) => findProjectName(name, projectNames, userHome))
    .find((name) => name !== undefined)
}

/** The folder as given and its real path: a rule may mean either. */
async function namesOf({ folder, ports }: ProjectQuestion): Promise<string[]> {
  if (!isFolderPath(folder)) return []
  const { path } = await ports.realPath(folder)
  return [...new Set([folder, path])]
}

/**
 * Finds the project of a reference: by id, identity, alias or folder; by name if unique; by either
 * end of an id.
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
  T extends Pick<Project, 'id' | 'identity' | 'name'> &
    Partial<Pick<ProjectSummary, 'aliases' | 'root'>>,
>(projects: readonly T[], reference: string): T | undefined {
  const exact = projects.find(
    ({ id, identity, root, aliases = [] }) =>
      [id, identity, root].includes(reference) || aliases.includes(reference),
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
