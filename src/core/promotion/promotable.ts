/**
 * Which memories belong in the project's documents or an agent's memory: proven ones in the user's
 * words. Everyone on the project reads a document, so if in doubt a memory stays out.
 */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import { type NormalisedStatement, normaliseStatement } from '../memory/normalise-statement.ts'
import { saysSame } from '../memory/sameness.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { Promotion } from '../ports/projects.ts'

export type DocumentKind = 'instruction' | 'decision' | 'skill'

const documents: Partial<Record<MemoryKind, DocumentKind>> = {
  rule: 'instruction',
  preference: 'instruction',
  correction: 'instruction',
  decision: 'decision',
  procedure: 'skill',
}

export function documentOf({ kind }: Pick<Memory, 'kind'>): DocumentKind | undefined {
  return documents[kind]
}

/** What agents remember by themselves, by the name of their memory. */
export type AgentStatements = ReadonlyMap<string, readonly NormalisedStatement[]>

export interface PromotionRules {
  readonly projectId: string
  readonly redact: (text: string) => string
  /** Ids of memories that contradict another one and wait for review. */
  readonly disputed: ReadonlySet<string>
  readonly ofAgents: AgentStatements
}

/**
 * @param file where it is or shall be, if that is an agent's memory, which takes every kind
 * @returns why it must not be written there; undefined if it may
 */
export function obstacleTo(
  memory: Memory,
  rules: PromotionRules,
  file?: string,
): string | undefined {
  const { id, kind, scope, scopeId, trust, standing, content } = memory
  if (!isValid(memory)) return 'it is no longer valid'
  if (scope !== 'project' || scopeId !== rules.projectId)
    return 'it is not a memory of this project'
  if (standing !== 'memory') return 'nobody has confirmed it'
  if (trust !== 'user') return 'it is not in your words'
  const ofAgent = file === undefined ? undefined : rules.ofAgents.get(file)
  if (!ofAgent && documentOf(memory) === undefined) return `a ${kind} belongs in no document`
  if (ofAgent && isSaid(content, ofAgent)) return 'the agent has noted it itself'
  if (rules.redact(content) !== content) return 'it may hold a secret'
  return rules.disputed.has(id) ? 'it contradicts another memory; decide in review' : undefined
}

function isSaid(content: string, statements: readonly NormalisedStatement[]): boolean {
  const statement = normaliseStatement(content)
  return statements.some((said) => saysSame(statement, said))
}

const enoughUses = 2

/** @returns how the memory proved useful; undefined if it has not yet */
export function proofOf(memory: Memory): string | undefined {
  const { kind, pinned, useCount, confirmation } = memory
  if (useCount >= enoughUses) return `used ${useCount} times`
  if (kind === 'procedure') return undefined
  if (pinned) return 'you pinned it'
  if (confirmation === 'repeated') return 'said in two sessions'
  if (confirmation === 'applied') return 'an agent applied it'
  return confirmation === 'reviewed' ? 'you confirmed it in review' : undefined
}

export interface PlannedPromotion {
  readonly action: 'add' | 'update' | 'remove'
  readonly memoryId: string
  /** Absent if the memory is gone. */
  readonly content?: string | undefined
  readonly file: string
  readonly reason: string
}

/** Something that a person changed in a document, so we leave it. */
export interface LeftAlone {
  readonly memoryId: string
  readonly file: string
  readonly reason: string
}

interface DocumentChange {
  /** As `Promotion.file`; of an agent's memory the path, for people to find it. */
  readonly file: string
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface PromotionPlan {
  readonly promotions: readonly PlannedPromotion[]
  readonly left: readonly LeftAlone[]
  readonly changes: readonly DocumentChange[]
  readonly records: readonly Promotion[]
  /** Memories whose record is removed. */
  readonly forgotten: readonly string[]
}

export function joinPlans(plans: readonly PromotionPlan[]): PromotionPlan {
  return {
    promotions: plans.flatMap(({ promotions }) => promotions),
    left: plans.flatMap(({ left }) => left),
    changes: plans
      .flatMap(({ changes }) => changes)
      .filter(({ before, after }) => before !== after),
    records: plans.flatMap(({ records }) => records),
    forgotten: plans.flatMap(({ forgotten }) => forgotten),
  }
}
