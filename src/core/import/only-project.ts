/** Tells which recorded places belong to the project of a folder. Registers no other project. */
import { isWithin } from '../model/folder-path.ts'
import { normaliseRemote } from '../project/normalise-remote.ts'
import { isMissingFolder } from '../project/project-locator.ts'
import type { RecordedPlace } from './import-ports.ts'
import type { PlacePorts } from './place-recorded.ts'

export type IsWanted = (recorded: RecordedPlace) => Promise<boolean>

/** @returns undefined if the folder belongs to no project */
export async function onlyProjectOf(
  folder: string,
  ports: PlacePorts,
): Promise<IsWanted | undefined> {
  const { locator, projects } = ports
  const lookUp = (each: string) => locator.lookUp(each)
  // Sessions of a folder that is gone make its project; a misspelt folder must not become one.
  if (await isMissingFolder(folder, { ...ports, lookUp })) {
    return async ({ cwd }) => cwd !== undefined && isWithin(cwd, folder)
  }
  const place = await locator.placeOf(folder, undefined)
  if (place.kind === 'disabled' || place.projectId === undefined) return undefined
  const { projectId } = place
  const isOfProject = async ({ cwd, remote }: RecordedPlace) => {
    if (cwd === undefined) return false
    const found = await locator.lookUp(cwd)
    if (found.kind === 'enabled' && found.projectId === projectId) return true
    const identity = remote === undefined ? undefined : normaliseRemote(remote)
    if (identity === undefined || (await ports.realPath(cwd)).exists) return false
    return (await projects.findByIdentity(identity))?.id === projectId
  }
  const known = new Map<string, Promise<boolean>>()
  return (recorded) => {
    const key = `${recorded.cwd ?? ''}\n${recorded.remote ?? ''}`
    const answer = known.get(key) ?? isOfProject(recorded)
    known.set(key, answer)
    return answer
  }
}
