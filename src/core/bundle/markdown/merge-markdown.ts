/** Turns a person's edit of a Markdown file into the memory's next version. */
import type { BundleMemoryLine } from '../../../contract/bundle.ts'
import { draftMemory } from '../../memory/new-memory.ts'
import { whoWins } from '../../memory/who-wins.ts'
import type { Hash } from '../../model/content-key.ts'
import { defaultImportance } from '../../model/memory.ts'
import type { Runtime } from '../../ports/runtime.ts'
import type { Store, StoreTransaction } from '../../ports/store.ts'
import { mergeMemory, nextVersion, putState } from '../merge-memory.ts'
import type { MarkdownMemory } from './markdown.ts'

export interface MarkdownPorts extends Pick<Runtime, 'redactor' | 'hash' | 'clock'> {
  readonly store: Pick<Store, 'transaction'>
}

/** `outdated`: the memory was changed since the file was written, so the file changes nothing. */
export type MarkdownOutcome = 'added' | 'updated' | 'known' | 'forgotten' | 'outdated' | 'misplaced'

export function mergeMarkdown(
  given: MarkdownMemory,
  { store, redactor, hash, clock }: MarkdownPorts,
): Promise<MarkdownOutcome> {
  const now = clock.now().toISOString()
  const draft = draftMemory({ ...given, source: 'manual' }, { redactor, hash })
  const { content, kind, key, tags, files, importance, pinned } = { ...draft, kind: given.kind }
  const said = {
    content,
    kind,
    key,
    tags: [...(tags ?? [])],
    files: [...(files ?? [])],
    importance: importance ?? defaultImportance,
    pinned: pinned ?? false,
  }
  return store.transaction(async (tx) => {
    const here = await tx.bundles.memory(given.id)
    if (!here) return add(given, said, now, tx, hash)
    const { version, validTo } = here.memory
    const winner = whoWins({
      isSame: isSame(here.memory, said),
      isChangedHere: version > given.version || validTo !== undefined,
      isChangedThere: true,
    })
    if (winner !== 'there') return winner === 'same' ? 'known' : 'outdated'
    const edited = { ...said, trust: 'user', author: undefined, standing: 'memory' } as const
    const confirmed = { confirmation: 'reviewed', confirmedAt: now } as const
    await putState(nextVersion(here, { ...edited, ...confirmed }, now), tx, hash)
    return 'updated'
  })
}

type Said = Pick<
  BundleMemoryLine['memory'],
  'content' | 'kind' | 'key' | 'tags' | 'files' | 'importance' | 'pinned'
>

async function add(
  given: MarkdownMemory,
  said: Said,
  now: string,
  tx: StoreTransaction,
  hash: Hash,
): Promise<MarkdownOutcome> {
  const { id, scope, standing, trust, validTo, createdAt = now, updatedAt = createdAt } = given
  const scopeId = await scopeIdOf(given, tx)
  if (scopeId === undefined) return 'misplaced'
  const memory: BundleMemoryLine['memory'] = {
    ...{ ...said, id, scope, scopeId, standing, trust, keywords: [], source: 'manual' },
    ...(standing === 'memory' && { confirmation: 'stored', confirmedAt: updatedAt }),
    ...{ validFrom: createdAt, validTo, useCount: 0, version: given.version, createdAt, updatedAt },
  }
  const sources = [{ type: 'manual' as const, ref: '' }]
  const line = { type: 'memory' as const, memory, versionFrom: updatedAt, sources, revisions: [] }
  return mergeMemory(line, tx, hash)
}

async function scopeIdOf(
  { scope, scopeId, project: identity }: MarkdownMemory,
  { projects }: StoreTransaction,
): Promise<string | undefined> {
  if (scope === 'global') return ''
  if (scope !== 'project') return scopeId === '' ? undefined : scopeId
  if (identity === undefined) return undefined
  const name = identity.split('/').at(-1) ?? identity
  const known = await projects.findByIdentity(identity)
  return (known ?? (await projects.insert({ identity, name, root: undefined }))).id
}

function isSame(memory: Said, said: Said): boolean {
  const plain = ({ content, kind, key, tags, files, importance, pinned }: Said) =>
    JSON.stringify([content, kind, key ?? '', tags, files, importance, pinned])
  return plain(memory) === plain(said)
}
