/** A memory to write: redacted, normalised, within its limits. */
import { ThroughlineError } from '../../contract/errors.ts'
import {
  findContentFault,
  findKeyFault,
  normaliseContent,
  normaliseLine,
  normaliseLines,
  normaliseTags,
} from '../../contract/memory-text.ts'
import {
  type Confirmation,
  type MemoryKind,
  type MemorySourceName,
  type MemoryStanding,
  memoryLimits,
  type TrustLevel,
} from '../../contract/vocabulary.ts'
import type { Hash } from '../model/content-key.ts'
import { defaultImportance, type MemorySource, type ScopeAddress } from '../model/memory.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { Runtime } from '../ports/runtime.ts'

export interface NewMemory extends ScopeAddress {
  readonly content: string
  readonly source: MemorySourceName
  readonly trust: TrustLevel
  /** `memory` by default. */
  readonly standing?: MemoryStanding | undefined
  /** Default: derived from the source. */
  readonly confirmation?: Confirmation | undefined
  readonly key?: string | undefined
  readonly kind?: MemoryKind | undefined
  readonly tags?: readonly string[] | undefined
  readonly keywords?: readonly string[] | undefined
  readonly importance?: number | undefined
  readonly pinned?: boolean | undefined
  readonly files?: readonly string[] | undefined
  readonly commit?: string | undefined
  /** Default: when it was said, like the times below. */
  readonly validFrom?: string | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
  readonly sources?: readonly MemorySource[] | undefined
  /** The id or key of the memory it replaces, or words that find it. */
  readonly supersedes?: string | undefined
}

export interface MemoryDraft extends NewMemory {
  readonly standing: MemoryStanding
  readonly contentHash: string
  readonly sources: readonly MemorySource[]
}

export type DraftPorts = Pick<Runtime, 'redactor' | 'hash'>

export function draftMemory(given: NewMemory, ports: DraftPorts): MemoryDraft {
  const { redactor } = ports
  const key = given.key === undefined ? undefined : cleanKey(given.key, redactor)
  const byHand: MemorySource[] = given.source === 'manual' ? [{ type: 'manual', ref: '' }] : []
  const { sources = byHand } = given
  return {
    ...given,
    ...cleanContent(given.content, key, ports),
    ...cleanLabels(given, redactor),
    key,
    // Only a person makes a repository's words a memory.
    standing: given.trust === 'repository' ? 'candidate' : (given.standing ?? 'memory'),
    importance: within0And1(given.importance, given.source),
    sources: sources.map(({ type, ref }) => ({ type, ref: redactor.redact(ref) })),
  }
}

export function cleanLabels(
  { tags, keywords, files }: Pick<NewMemory, 'tags' | 'keywords' | 'files'>,
  redactor: Redactor,
) {
  const redactAll = (texts: readonly string[]) => texts.map((text) => redactor.redact(text))
  return {
    tags: tags && normaliseTags(redactAll(tags)).slice(0, memoryLimits.tags),
    keywords: keywords && normaliseLines(redactAll(keywords)).slice(0, memoryLimits.keywords),
    files: files && normaliseLines(redactAll(files)).slice(0, memoryLimits.files),
  }
}

/** The key may reveal that the content is a secret: `db password`. */
export function cleanContent(
  given: string,
  key: string | undefined,
  { redactor, hash }: DraftPorts,
): { content: string; contentHash: string } {
  const text = normaliseContent(given)
  const content = normaliseContent(
    key === undefined ? redactor.redact(text) : redactor.redactMember(key, text),
  )
  if (content !== text && !/[\p{L}\p{N}]/u.test(content.replace(markers, ''))) {
    throw new ThroughlineError('invalid-input', 'content: all of it is secret or private', {
      hint: 'secrets are never stored; say where to find it instead',
    })
  }
  const fault = findContentFault(content)
  if (fault !== undefined) throw new ThroughlineError('invalid-input', `content: ${fault}`)
  return { content, contentHash: hashContent(content, hash) }
}

const markers = /\[(?:private|redacted:[\w-]+)\]/g

export function holdsRedaction(content: string): boolean {
  return content.search(markers) >= 0
}

export function cleanKey(given: string, redactor: Redactor): string {
  const key = normaliseLine(redactor.redact(given))
  const fault = findKeyFault(key)
  if (fault !== undefined) throw new ThroughlineError('invalid-input', `key: ${fault}`)
  return key
}

/** Refuses a person's value that is out of range; clamps a program's. */
export function within0And1(
  importance: number | undefined,
  source: MemorySourceName,
): number | undefined {
  if (importance === undefined) return undefined
  if (importance >= 0 && importance <= 1) return importance
  if (source === 'manual') {
    throw new ThroughlineError('invalid-input', `importance ${importance} is not between 0 and 1`)
  }
  return Number.isNaN(importance) ? defaultImportance : Math.min(1, Math.max(0, importance))
}

/** 128 bits are plenty. */
const hexDigits = 32

export function hashContent(content: string, hash: Hash): string {
  return hash(content.normalize('NFC').replace(/\s+/g, ' ').trim()).slice(0, hexDigits)
}
