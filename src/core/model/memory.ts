/** A memory and where it belongs. */
import type {
  LinkRelation,
  MemoryKind,
  MemoryScope,
  MemorySourceName,
  SourceType,
  TrustLevel,
} from '../../contract/memory.ts'

/** Whose memories: '' for global, else a project id, a session id or an agent's name. */
export interface ScopeAddress {
  readonly scope: MemoryScope
  readonly scopeId: string
}

export interface Memory extends ScopeAddress {
  readonly id: string
  readonly key: string | undefined
  readonly kind: MemoryKind
  readonly content: string
  readonly contentHash: string
  readonly tags: readonly string[]
  readonly keywords: readonly string[]
  readonly importance: number
  readonly source: MemorySourceName
  readonly trust: TrustLevel
  /** The agent it was learned in; undefined for what a person stored. */
  readonly host: string | undefined
  readonly pinned: boolean
  readonly validFrom: string
  /** When it ceased to hold; undefined while it does. */
  readonly validTo: string | undefined
  readonly supersededBy: string | undefined
  readonly useCount: number
  readonly lastUsedAt: string | undefined
  readonly files: readonly string[]
  readonly commit: string | undefined
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface MemorySource {
  readonly type: SourceType
  /** Of `manual` the agent it was said in; empty for a person. */
  readonly ref: string
}

export interface KnownSource extends MemorySource {
  /** The agent it is of. */
  readonly host: string | undefined
}

export interface MemoryLink {
  readonly from: string
  readonly relation: LinkRelation
  readonly to: string
  readonly createdAt: string
}

export const defaultImportance = 0.5
export const fallbackKind: MemoryKind = 'fact'

export function isSameAddress(a: ScopeAddress, b: ScopeAddress): boolean {
  return a.scope === b.scope && a.scopeId === b.scopeId
}

export function isValid(memory: Memory): boolean {
  return memory.validTo === undefined
}
