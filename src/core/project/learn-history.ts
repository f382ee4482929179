/** Learns by which commits other folders can show that they are the same project. */
import type { ProjectStore } from '../ports/projects.ts'
import type { ProjectIdentity, ResolvePorts } from './resolve.ts'

export interface LearnPorts extends Pick<ResolvePorts, 'commits'> {
  readonly projects: Pick<ProjectStore, 'commitsOf' | 'addCommit'>
}

/** Once is enough, except in a shallow clone: there the oldest commit is another one every time. */
export async function learnHistory(
  projectId: string,
  { history }: ProjectIdentity,
  { projects, commits }: LearnPorts,
): Promise<void> {
  if (history?.head === undefined) return
  const known = await projects.commitsOf(projectId)
  if (known.length > 0 && !history.isShallow) return
  const oldest = await commits.oldest(history.commonDir, history.head)
  if (oldest !== undefined && !known.includes(oldest)) await projects.addCommit(projectId, oldest)
}
