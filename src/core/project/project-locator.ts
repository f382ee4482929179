/** Finds the stored project of a folder, unless the folder is disabled. */
import type { Config } from '../../contract/config.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { Clock } from '../ports/runtime.ts'
import { findProject, isProjectDisabled } from './find-project.ts'
import type { Surroundings } from './project-folder.ts'
import { registerProject, storedLocation } from './register.ts'
import type { ProjectIdentity, ResolvePorts } from './resolve.ts'
import { settleClaim } from './settle-claim.ts'

export interface LocatorParts {
  readonly config: () => Config
  readonly surroundings: Surroundings
  readonly ports: ResolvePorts
  readonly projects: ProjectStore
  readonly clock: Clock
  readonly redact: (text: string) => string
  readonly onNotice: (notice: string) => void
}

export interface ProjectLocator {
  /** @param projectName from THROUGHLINE_PROJECT */
  placeOf(folder: string | undefined, projectName: string | undefined): Promise<CaptureLocation>
  /** For readers: registers no project and creates no marker, but follows a folder that moved. */
  lookUp(folder: string | undefined, projectName?: string): Promise<CaptureLocation>
}

/** Long enough to spare the file system in a burst, short enough to notice a `git switch`. */
const rememberMs = 500

interface Remembered {
  readonly place: Promise<CaptureLocation>
  readonly at: number
  readonly config: Config
}

export function createProjectLocator(parts: LocatorParts): ProjectLocator {
  const known = new Map<string, Remembered>()
  return {
    async lookUp(folder, projectName) {
      const config = parts.config()
      if (!config.enabled) return { kind: 'disabled' }
      if (folder === undefined) return { kind: 'enabled' }
      return lookUpPlace(parts, config, folder, projectName)
    },
    async placeOf(folder, projectName) {
      const config = parts.config()
      if (!config.enabled) return { kind: 'disabled' }
      if (folder === undefined) return { kind: 'enabled' }
      const at = parts.clock.now().getTime()
      const key = `${projectName ?? ''}\n${folder}`
      const remembered = known.get(key)
      if (remembered && isCurrent(remembered, at, config)) return remembered.place
      if (known.size > 1_000) known.clear()
      const place = findPlace(parts, config, folder, projectName)
      known.set(key, { place, at, config })
      place.catch(() => known.delete(key))
      return place
    },
  }
}

function isCurrent(remembered: Remembered, now: number, config: Config): boolean {
  const age = now - remembered.at
  return age >= 0 && age < rememberMs && remembered.config === config
}

async function findPlace(
  parts: LocatorParts,
  config: Config,
  folder: string,
  projectName: string | undefined,
): Promise<CaptureLocation> {
  const { surroundings, ports, projects, redact, onNotice } = parts
  const question = { folder, projectName, config, surroundings, ports }
  if (await isProjectDisabled(question)) return { kind: 'disabled' }
  const found = await findProject(question, 'everything')
  if (!found) return { kind: 'enabled' }
  found.notices.forEach(onNotice)
  const claimPorts = { ...ports, projects }
  const { identity, claims } = await settleClaim(withoutSecrets(found, redact), claimPorts)
  const project = await registerProject(projects, { ...identity, root: redact(found.root) })
  await learnHistory(project.id, identity, claimPorts)
  return {
    kind: 'enabled',
    projectId: project.id,
    root: identity.root,
    ...(identity.branch !== undefined && { branch: identity.branch }),
    ...(identity.commit !== undefined && { commit: identity.commit }),
    ...(claims && { claims }),
  }
}

async function lookUpPlace(
  { surroundings, ports, projects, redact }: LocatorParts,
  config: Config,
  folder: string,
  projectName: string | undefined,
): Promise<CaptureLocation> {
  const question = { folder, projectName, config, surroundings, ports }
  if (await isProjectDisabled(question)) return { kind: 'disabled' }
  const found = await findProject(question, 'refresh')
  return storedLocation(found && withoutSecrets(found, redact), { ...ports, projects })
}

/** Redacts names from people. Identities from git and folders must stay unchanged. */
function withoutSecrets(found: ProjectIdentity, redact: (text: string) => string): ProjectIdentity {
  const { identity, kind, name, branch } = found
  return {
    ...found,
    identity: kind === 'override' ? redact(identity) : identity,
    name: redact(name),
    ...(branch !== undefined && { branch: redact(branch) }),
  }
}

/**
 * Records the commit with which other folders can prove that they are the same project. Once is
 * enough, except in a shallow clone, whose oldest commit changes.
 */
async function learnHistory(
  projectId: string,
  { history }: ProjectIdentity,
  { projects, commits }: Pick<ResolvePorts, 'commits'> & Pick<LocatorParts, 'projects'>,
): Promise<void> {
  if (history?.head === undefined) return
  const known = await projects.commitsOf(projectId)
  if (known.length > 0 && !history.isShallow) return
  const oldest = await commits.oldest(history.commonDir, history.head)
  if (oldest !== undefined && !known.includes(oldest)) await projects.addCommit(projectId, oldest)
}
