/** Folders that somebody names, and that nobody has. */
import type { CapturePlace } from '../model/capture-place.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import type { ResolvePorts } from './resolve.ts'

interface MissingPorts {
  readonly realPath: ResolvePorts['realPath']
  readonly projects: Pick<ProjectStore, 'find'>
  readonly lookUp: (folder: string) => Promise<CapturePlace>
}

/**
 * Whether it is neither there nor of a project that is known, as a removed worktree may be. What
 * was misspelt, or a variable that a host left as it is, must not become a project.
 */
export async function isMissing(folder: string | undefined, ports: MissingPorts): Promise<boolean> {
  if (folder === undefined || (await ports.realPath(folder)).exists) return false
  const place = await ports.lookUp(folder)
  if (place.kind === 'disabled') return false
  return place.projectId === undefined || !(await ports.projects.find(place.projectId))
}
