import type { Memory } from '../model/memory.ts'

/** Candidates, and memories of a session or an agent, stay on their machine. */
export function isShared({ scope, standing }: Pick<Memory, 'scope' | 'standing'>): boolean {
  return standing === 'memory' && (scope === 'global' || scope === 'project')
}
