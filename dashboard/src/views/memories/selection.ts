/** Which memories are selected, including those scrolled out of sight. */
import { useState } from 'react'
import type { Memory } from '../../memory/memory-actions.ts'

export interface Selection {
  readonly memories: readonly Memory[]
  has(id: string): boolean
  toggle(memory: Memory): void
  select(memories: readonly Memory[]): void
  clear(): void
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, Memory>>(new Map())
  const put = (memories: readonly Memory[]) => memories.map((each) => [each.id, each] as const)
  return {
    memories: [...selected.values()],
    has: (id) => selected.has(id),
    toggle(memory) {
      const next = new Map(selected)
      if (!next.delete(memory.id)) next.set(memory.id, memory)
      setSelected(next)
    },
    select: (memories) => setSelected(new Map([...selected, ...put(memories)])),
    clear: () => setSelected(new Map()),
  }
}
