/** A memory, its scope and its sources. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type {
  Confirmation,
  MemoryKind,
  MemoryScope,
  MemorySourceName,
  MemoryStanding,
  SourceType,
  TrustLevel,
} from '../../contract/vocabulary.ts'

/** `scopeId` is '' for global, otherwise a project id, a session id or an agent's name. */
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
  /** The teammate who wrote these words; undefined if they are the user's own. */
  readonly author: MemoryAuthor | undefined
  readonly standing: MemoryStanding
  /** What made it a memory, and when; undefined for candidates. */
  readonly confirmation: Confirmation | undefined
  readonly confirmedAt: string | undefined
  /** The agent it was learned in; undefined if a person stored it. */
  readonly host: string | undefined
  readonly pinned: boolean
  readonly validFrom: string
  /** When it stopped being valid; undefined while it is valid. */
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

interface MemoryAuthor {
  readonly id: string
  readonly name: string
}

export interface MemorySource {
  readonly type: SourceType
  /** For `manual`, the agent that stored it; empty for a person. */
  readonly ref: string
}

export interface KnownSource extends MemorySource {
  readonly host: string | undefined
  /** Of a commit that is still known. */
  readonly author?: string
  readonly at?: string
}

export type MemoryLink = OutputOf<'linkMemories'>

export const defaultImportance = 0.5
export const fallbackKind: MemoryKind = 'fact'

export function isSameAddress(a: ScopeAddress, b: ScopeAddress): boolean {
  return a.scope === b.scope && a.scopeId === b.scopeId
}

export function isValid(memory: Memory): boolean {
  return memory.validTo === undefined
}

/**
 * Short ids are short enough for every line of a context. They are the random end of a UUIDv7, so
 * ten digits distinguish all memories of a store.
 */
export const shortIdDigits = 10

export function shortId(id: string): string {
  return id.slice(-shortIdDigits)
}

/** Whether people may mean `id` by `part`: its beginning, its end or the beginning of its short id. */
export function isPartOfId(id: string, part: string): boolean {
  return id.startsWith(part) || id.endsWith(part) || shortId(id).startsWith(part)
}

export function looksLikeShortId(text: string): boolean {
  return new RegExp(`^[0-9a-f]{${shortIdDigits}}$`, 'i').test(text)
}

/** Every UUIDv7 made since then sorts after it. */
export function firstIdSince(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Those that say how to work. They are given before a tool that they are about. */
export const rulingKinds: readonly MemoryKind[] = ['rule', 'correction', 'preference']

export const isRuling = ({ kind }: Pick<Memory, 'kind'>): boolean => rulingKinds.includes(kind)
