/** How rows and details label a memory: scope, pin and tags. */
import './memory-labels.css'
import { useOperation } from '../api/operation-hooks.ts'
import { Icon } from '../components/icon.tsx'
import type { Memory } from './memory-actions.ts'

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

export function PinnedMark() {
  return (
    <span className="pinned-mark">
      <Icon name="pin" size={12} />
      pinned
    </span>
  )
}

/** Learned memories have the tag `auto`. Most are learned, and the details say how. */
export function shownTags(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => tag !== 'auto')
}
