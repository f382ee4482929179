/** Which folders can be a project, and which of those may contain a marker. */
import { ancestorsOf, isSameFolder, isWithin, parentOf } from '../model/folder-path.ts'

export interface Surroundings {
  readonly userHome: string
  /** Folders for everybody's temporary files. */
  readonly tempFolders: readonly string[]
}

const systemFolders = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/run', '/sbin', '/sys', '/usr'],
  ...['/Applications', '/Library', '/System', 'C:\\Windows', 'C:\\Program Files'],
]

/** Inside a system folder, but people work there. */
const memoryDisk = '/dev/shm'

/** Not the home folder or its ancestors, a root, or a temporary folder. */
export function isProjectFolder(folder: string, { userHome, tempFolders }: Surroundings): boolean {
  if (parentOf(folder) === undefined || isWithin(userHome, folder)) return false
  return !tempFolders.some((temporary) => isSameFolder(folder, temporary))
}

/** No markers in system folders or hidden folders of the home (settings, caches, our own). */
export function mayHoldMarker(folder: string, surroundings: Surroundings): boolean {
  if (!isProjectFolder(folder, surroundings)) return false
  const isSystem = systemFolders.some((system) => isWithin(folder, system))
  if (isSystem && !isWithin(folder, memoryDisk)) return false
  return !isBelowHiddenFolder(folder, surroundings.userHome)
}

function isBelowHiddenFolder(folder: string, userHome: string): boolean {
  if (!isWithin(folder, userHome)) return false
  for (const ancestor of ancestorsOf(folder)) {
    const parent = parentOf(ancestor)
    if (parent !== undefined && isSameFolder(parent, userHome)) {
      return /[\\/]\.[^\\/]*[\\/]*$/.test(ancestor)
    }
  }
  return false
}
