/** Finds the project of a recorded place, also of a folder that is gone. */
import type { CaptureLocation } from '../model/host-event.ts'
import type { ProjectStore } from '../ports/projects.ts'
import { normaliseRemote } from '../project/normalise-remote.ts'
import type { ProjectLocator } from '../project/project-locator.ts'
import { registerProject } from '../project/register.ts'
import type { RecordedPlace } from './import-ports.ts'

export interface PlacePorts {
  readonly locator: Pick<ProjectLocator, 'placeOf' | 'lookUp'>
  readonly projects: ProjectStore
  readonly realPath: (path: string) => Promise<{ readonly path: string; readonly exists: boolean }>
  readonly redact: (text: string) => string
}

/** Folders change little during an import, and a history names the same ones again and again. */
export function createRecordedPlaces(
  ports: PlacePorts,
): (recorded: RecordedPlace) => Promise<CaptureLocation> {
  const known = new Map<string, Promise<CaptureLocation>>()
  return ({ cwd, remote }) => {
    const key = `${cwd ?? ''}\n${remote ?? ''}`
    const place = known.get(key) ?? findPlace({ cwd, remote }, ports)
    known.set(key, place)
    return place
  }
}

async function findPlace(
  { cwd, remote }: RecordedPlace,
  { locator, projects, realPath, redact }: PlacePorts,
): Promise<CaptureLocation> {
  if (cwd === undefined) return { kind: 'enabled' }
  const isGone = !(await realPath(cwd)).exists
  const identity = remote === undefined ? undefined : normaliseRemote(remote)
  if (!isGone || identity === undefined || identity.startsWith('file:')) {
    return locator.placeOf(cwd, undefined)
  }
  // A folder that is gone can still be switched off, or be known under another name.
  const place = await locator.lookUp(cwd)
  if (place.kind === 'disabled') return place
  const name = identity.split('/').at(-1) ?? identity
  const found = { identity, kind: 'remote', name, root: redact(cwd), aliases: [] } as const
  const project = await registerProject(projects, { ...found, overridden: [], notices: [] })
  return { kind: 'enabled', projectId: project.id, root: cwd }
}
