import { useOperation } from '../api/operation-hooks.ts'
import type { Memory } from './memory-actions.ts'

/** The display name of a memory's scope. */
export function ScopeName({ memory }: { memory: Pick<Memory, 'scope' | 'scopeId'> }) {
  return <span>{useScopeName()(memory)}</span>
}

export function useScopeName(): (memory: Pick<Memory, 'scope' | 'scopeId'>) => string {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  return ({ scope, scopeId }) => {
    if (scope === 'global') return 'everywhere'
    if (scope === 'project') return projects.find(({ id }) => id === scopeId)?.name ?? 'a project'
    return scope === 'session' ? 'one session' : `agent ${scopeId}`
  }
}
