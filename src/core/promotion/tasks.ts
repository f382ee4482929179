/** What to do about each memory: write it, update it, or remove it. */
import { isValid, type Memory } from '../model/memory.ts'
import type { Promotion } from '../ports/projects.ts'
import { obstacleTo, type PromotionRules, proofOf } from './promotable.ts'

export type PromotionTask =
  | {
      readonly want: 'present'
      readonly memory: Memory
      readonly record: Promotion | undefined
      readonly reason: string
    }
  | {
      readonly want: 'absent'
      readonly memory: Memory | undefined
      readonly record: Promotion
      readonly reason: string
      /** Stays out from now on. */
      readonly isWithdrawn: boolean
    }

export interface TaskRequest {
  /** Every memory of the project that is valid or recorded. */
  readonly memories: readonly Memory[]
  readonly records: readonly Promotion[]
  /** If set, only these memories, proven or not. */
  readonly only: ReadonlySet<string> | undefined
  /** If set, only this memory, which is removed. */
  readonly withdraw: string | undefined
  /** If set, only what is or shall be in this agent's memory. */
  readonly to: string | undefined
}

export function findTasks(request: TaskRequest, rules: PromotionRules): PromotionTask[] {
  const { memories, records, only, withdraw, to } = request
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const isMeant = (id: string) =>
    withdraw === undefined ? (only?.has(id) ?? true) : id === withdraw
  const written = records.filter(({ state }) => state !== 'withdrawn')
  const isKnown = new Set((only ? written : records).map(({ memoryId }) => memoryId))
  const known = written
    .filter(({ memoryId, file }) => isMeant(memoryId) && (to === undefined || file === to))
    .map((record) => followUp(record, byId.get(record.memoryId), withdraw, rules))
  const added = memories.filter(
    ({ id }) => isMeant(id) && !isKnown.has(id) && withdraw === undefined,
  )
  return [...known, ...added.flatMap((memory) => promote(memory, only !== undefined, rules, to))]
}

function followUp(
  record: Promotion,
  memory: Memory | undefined,
  withdraw: string | undefined,
  rules: PromotionRules,
): PromotionTask {
  const isWithdrawn = withdraw !== undefined
  const obstacle = isWithdrawn
    ? 'withdrawn'
    : !memory
      ? 'the memory was forgotten'
      : !isValid(memory)
        ? 'the memory was superseded'
        : obstacleTo(memory, rules, record.file)
  return memory && obstacle === undefined
    ? { want: 'present', memory, record, reason: 'the memory changed' }
    : { want: 'absent', memory, record, reason: obstacle ?? '', isWithdrawn }
}

function promote(
  memory: Memory,
  isChosen: boolean,
  rules: PromotionRules,
  to: string | undefined,
): PromotionTask[] {
  const proof = proofOf(memory) ?? (isChosen ? 'you chose it' : undefined)
  if (proof === undefined || obstacleTo(memory, rules, to) !== undefined) return []
  return [{ want: 'present', memory, record: undefined, reason: proof }]
}
