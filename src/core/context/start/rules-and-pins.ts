/** Adds rules and pinned memories, whatever the work is about. */
import type { Memory } from '../../model/memory.ts'
import { type Block, lineFromMemory } from '../block/block.ts'

/** The rest is left for memories about the work. */
const shareOfBlock = 2 / 3

export function isRuleOrPinned({ kind, pinned }: Memory): boolean {
  return kind === 'rule' || pinned
}

export function addRulesAndPins(block: Block, memories: readonly Memory[]): void {
  for (const memory of memories.filter(isRuleOrPinned).toSorted(byWeight)) {
    const line =
      memory.kind === 'rule'
        ? lineFromMemory(memory, 'rules', `rule for ${placeNames[memory.scope]}`)
        : lineFromMemory(memory, 'pinned', 'pinned')
    if (!block.add(line, shareOfBlock)) {
      block.leaveOut({ ...line, reason: 'no room next to other rules and pinned memories' })
    }
  }
}

const placeNames: Readonly<Record<Memory['scope'], string>> = {
  session: 'this session',
  project: 'this project',
  global: 'all projects',
  agent: 'this agent',
}

const nearest: readonly Memory['scope'][] = ['session', 'project', 'agent', 'global']

function byWeight(one: Memory, other: Memory): number {
  return (
    Number(other.kind === 'rule') - Number(one.kind === 'rule') ||
    nearest.indexOf(one.scope) - nearest.indexOf(other.scope) ||
    Number(other.pinned) - Number(one.pinned) ||
    other.importance - one.importance ||
    (one.id < other.id ? -1 : 1)
  )
}
