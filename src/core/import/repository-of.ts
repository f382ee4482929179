/**
 * Finds the repository that a file to import lies in: the nearest folder above it that is under version
 * control or is a project's. Anyone who can commit there may have written the file, so what it says is
 * the repository's word, whatever tool made it.
 */
import { ancestorsOf, isSameFolder, isWithin } from '../model/folder-path.ts'

export interface RepositoryOfPorts {
  readonly realPath: (path: string) => Promise<{ readonly path: string; readonly exists: boolean }>
  readonly userHome: string
}

/**
 * @param claimed the project's folder, as the file records it: a file inside it is the project's own
 * @returns the top folder; undefined if the file is the user's
 */
export type RepositoryOf = (path: string, claimed?: string) => Promise<string | undefined>

/** Where agents and memory tools keep data of their own, which may be under version control too. */
const dataFolders = [
  ...['.claude/projects', '.claude/history.jsonl', '.codex/sessions', '.codex/archived_sessions'],
  ...['.codex/history.jsonl', '.gemini/tmp', '.qwen/projects', '.copilot/session-state'],
  ...['.cursor/projects', '.kiro/sessions', '.continue/sessions', '.cline/data', 'basic-memory'],
  ...['.config', '.local/share', 'Library/Application Support', 'AppData'],
]

/** @param folders of known projects */
export async function createRepositoryOf(
  folders: readonly string[],
  { realPath, userHome }: RepositoryOfPorts,
): Promise<RepositoryOf> {
  const real = async (path: string) => (await realPath(path)).path
  const home = await real(userHome)
  const roots = await Promise.all(folders.map(real))
  const isTop = async (folder: string) =>
    roots.some((root) => isSameFolder(root, folder)) || (await realPath(`${folder}/.git`)).exists
  const known = new Map<string, Promise<boolean>>()
  const topOf = async (path: string): Promise<string | undefined> => {
    for (const folder of ancestorsOf(path)) {
      // A repository of dotfiles, or a session in the home folder, makes nothing there foreign.
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
