/** Finds the project of a recorded place, even a deleted folder, and the repository of a file. */
import { ancestorsOf, isSameFolder, isWithin } from '../model/folder-path.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import type { ProjectStore } from '../ports/projects.ts'
import { normaliseRemote } from '../project/normalise-remote.ts'
import type { ProjectLocator } from '../project/project-locator.ts'
import { isMissingFolder, registerProject } from '../project/register.ts'

export interface PlacePorts {
  readonly locator: Pick<ProjectLocator, 'placeOf' | 'lookUp'>
  readonly projects: ProjectStore
  readonly realPath: (path: string) => Promise<{ readonly path: string; readonly exists: boolean }>
  readonly redact: (text: string) => string
}

/** Cached, because folders rarely change during an import and a history repeats the same ones. */
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
  // A missing folder can still be switched off, or have another known name.
  const place = await locator.lookUp(cwd)
  if (place.kind === 'disabled') return place
  const name = identity.split('/').at(-1) ?? identity
  const found = { identity, kind: 'remote', name, root: redact(cwd), aliases: [] } as const
  const project = await registerProject(projects, { ...found, overridden: [], notices: [] })
  return { kind: 'enabled', projectId: project.id, root: cwd }
}

/**
 * Finds the repository of a file to import: the nearest parent folder that is under version control
 * or a project's. Anyone who can commit there may have written the file, so its contents are the
 * repository's word, whatever tool made it.
 * @param claimed the project's folder as recorded in the file: a file inside it is the project's own
 * @returns the top folder; undefined if the file is the user's
 */
export type RepositoryOf = (path: string, claimed?: string) => Promise<string | undefined>

/** Where agents and memory tools keep their own data, which may also be under version control. */
const dataFolders = [
  ...['.claude/projects', '.claude/history.jsonl', '.codex/sessions', '.codex/archived_sessions'],
  ...['.codex/history.jsonl', '.gemini/tmp', '.qwen/projects', '.copilot/session-state'],
  ...['.cursor/projects', '.kiro/sessions', '.continue/sessions', '.cline/data', 'basic-memory'],
  ...['.config', '.local/share', 'Library/Application Support', 'AppData'],
]

/** @param folders of known projects */
export async function createRepositoryOf(
  folders: readonly string[],
  { realPath, userHome }: Pick<PlacePorts, 'realPath'> & { readonly userHome: string },
): Promise<RepositoryOf> {
  const real = async (path: string) => (await realPath(path)).path
  const home = await real(userHome)
  const roots = await Promise.all(folders.map(real))
  const isTop = async (folder: string) =>
    roots.some((root) => isSameFolder(root, folder)) || (await realPath(`${folder}/.git`)).exists
  const known = new Map<string, Promise<boolean>>()
  const topOf = async (path: string): Promise<string | undefined> => {
    for (const folder of ancestorsOf(path)) {
      // A dotfiles repository, or a session in the home folder, does not make files there foreign.
      if (isWithin(home, folder)) return undefined
      const answer = known.get(folder) ?? isTop(folder)
      known.set(folder, answer)
      if (await answer) return folder
    }
    return undefined
  }
  return async (path, claimed) => {
    const file = await real(path)
    const project = claimed === undefined ? undefined : await real(claimed)
    const isOfProject = project !== undefined && isWithin(file, project) && !isWithin(home, project)
    const top = (await topOf(file)) ?? (isOfProject ? project : undefined)
    if (top === undefined) return undefined
    const isData = dataFolders
      .map((folder) => `${home}/${folder}`)
      .some((folder) => isWithin(file, folder) && isWithin(folder, top))
    return isData ? undefined : top
  }
}

export type IsWanted = (recorded: RecordedPlace) => Promise<boolean>

/**
 * Finds the recorded places in a folder's project. Registers no other project.
 * @returns undefined if the folder belongs to no project
 */
export async function onlyProjectOf(
  folder: string,
  ports: PlacePorts,
): Promise<IsWanted | undefined> {
  const { locator, projects } = ports
  const lookUp = (each: string) => locator.lookUp(each)
  // Sessions in a missing folder create its project; a misspelt folder must not become one.
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

/** Where something happened, as the host recorded it. The folder may be gone. */
export interface RecordedPlace {
  readonly cwd: string | undefined
  readonly remote: string | undefined
}
