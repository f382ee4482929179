/** Finds the project of a folder under the configuration, and whether it is disabled. */
import type { Config } from '../../contract/config.ts'
import { isFolderPath } from '../model/folder-path.ts'
import { matchesIdentityRule, matchesPathRule } from './disabled.ts'
import { findProjectName } from './path-rule.ts'
import type { Surroundings } from './project-folder.ts'
import { type ProjectIdentity, type ResolvePorts, resolveProject } from './resolve.ts'
import type { MarkerWrites } from './resolve-marker.ts'

export interface ProjectQuestion {
  readonly folder: string
  /** From THROUGHLINE_PROJECT. */
  readonly projectName: string | undefined
  readonly config: Config
  readonly surroundings: Surroundings
  readonly ports: ResolvePorts
}

/** Writes nothing. */
export async function isProjectDisabled(question: ProjectQuestion): Promise<boolean> {
  const rules = question.config.disabledProjects
  if (rules.length === 0) return false
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
  const names = await namesOf(question)
  const configured = names
    .map((name) => findProjectName(name, config.projectNames, surroundings.userHome))
    .find((name) => name !== undefined)
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

/** The folder as given and its real path: a rule may mean either. */
async function namesOf({ folder, ports }: ProjectQuestion): Promise<string[]> {
  if (!isFolderPath(folder)) return []
  const { path } = await ports.realPath(folder)
  return [...new Set([folder, path])]
}
