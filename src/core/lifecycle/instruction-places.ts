/** The instruction files of a host that does not report them, broadest first. */
import type { InstructionPlaces } from '../ports/host.ts'

export interface LoadingPlace {
  readonly userHome: string
  /** The project's folder. */
  readonly root: string | undefined
  readonly cwd: string | undefined
}

export interface PossibleFile {
  readonly kind: 'User' | 'Project'
  /** The host reads the first that exists. */
  readonly paths: readonly string[]
}

export function possibleFiles(
  { inHome = [], inProject = [], inFolders = [] }: InstructionPlaces,
  { userHome, root, cwd }: LoadingPlace,
): PossibleFile[] {
  const within = (
    folder: string,
    kind: PossibleFile['kind'],
    lists: readonly (readonly string[])[],
  ) => lists.map((names) => ({ kind, paths: names.map((name) => `${folder}/${name}`) }))
  const top = root ?? cwd
  return [
    ...within(userHome, 'User', inHome),
    ...(top === undefined ? [] : within(top, 'Project', inProject)),
    ...foldersDown(top, cwd).flatMap((folder) => within(folder, 'Project', inFolders)),
  ]
}

/** From the project's folder to the session's; the latter alone if it is elsewhere. */
function foldersDown(top: string | undefined, cwd = top): string[] {
  if (top === undefined || cwd === undefined) return []
  if (cwd !== top && !cwd.startsWith(`${top}/`)) return [cwd]
  const names = cwd.slice(top.length).split('/').filter(Boolean)
  return [top, ...names.map((_, index) => `${top}/${names.slice(0, index + 1).join('/')}`)]
}
