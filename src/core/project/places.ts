/** Where a captured event belongs: its stored project, or nowhere because that place is disabled. */
import type { Config } from '../../contract/config.ts'
import type { CapturePlace } from '../capture/read-entry.ts'
import type { Clock } from '../ports/clock.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import { findProject, isProjectDisabled } from './find-project.ts'
import { placeOfKnown } from './place-of-known.ts'
import type { Surroundings } from './project-folder.ts'
import { registerProject } from './register.ts'
import type { ResolvePorts } from './resolve.ts'

export interface PlacesParts {
  readonly config: () => Config
  readonly surroundings: Surroundings
  readonly ports: ResolvePorts
  readonly projects: ProjectStore
  readonly clock: Clock
  readonly onNotice: (notice: string) => void
}

export interface Places {
  /** @param projectName what the user named by THROUGHLINE_PROJECT */
  placeOf(folder: string | undefined, projectName: string | undefined): Promise<CapturePlace>
  /** The same for one who only looks: nothing is written, an unknown project stays unknown. */
  lookUp(folder: string | undefined, projectName?: string): Promise<CapturePlace>
}

/** Long enough to spare the file system in a burst, short enough to notice a `git switch`. */
const rememberMs = 2_000

interface Remembered {
  readonly place: Promise<CapturePlace>
  readonly at: number
  readonly config: Config
}

export function createPlaces(parts: PlacesParts): Places {
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
  parts: PlacesParts,
  config: Config,
  folder: string,
  projectName: string | undefined,
): Promise<CapturePlace> {
  const { surroundings, ports, projects, onNotice } = parts
  const question = { folder, projectName, config, surroundings, ports }
  if (await isProjectDisabled(question)) return { kind: 'disabled' }
  const identity = await findProject(question, { writeMarker: true })
  if (!identity) return { kind: 'enabled' }
  identity.notices.forEach(onNotice)
  const project = await registerProject(projects, identity)
  return {
    kind: 'enabled',
    projectId: project.id,
    ...(identity.branch !== undefined && { branch: identity.branch }),
  }
}

async function lookUpPlace(
  { surroundings, ports, projects }: PlacesParts,
  config: Config,
  folder: string,
  projectName: string | undefined,
): Promise<CapturePlace> {
  const question = { folder, projectName, config, surroundings, ports }
  if (await isProjectDisabled(question)) return { kind: 'disabled' }
  const identity = await findProject(question, { writeMarker: false })
  return placeOfKnown(identity, projects)
}
