/** Actions on one or several memories. Each shows a toast that can undo it. */
import { useMemo } from 'react'
import { normaliseTags } from '../../../src/contract/memory-text.ts'
import type { MemoryScope } from '../../../src/contract/vocabulary.ts'
import { type CallInput, call, type OutputOf } from '../api/call.ts'
import { type Change, showToast, useChangeWithToast } from '../components/toasts.tsx'
import { count } from '../wording/amounts.ts'
import { shorten } from '../wording/texts.ts'

export type Memory = OutputOf<'listMemories'>['memories'][number]

/** As operations expect it. */
export interface Place {
  readonly scope: MemoryScope
  readonly project?: string
  readonly session?: string
  readonly agent?: string
}

export function useMemoryActions() {
  const change = useChangeWithToast()
  return useMemo(() => createMemoryActions(change), [change])
}

type Batch = CallInput<'changeMemories'>

function createMemoryActions(change: Change) {
  const refresh = () => change(async () => undefined)
  const takingBack = (back: () => Promise<unknown>) => async () => {
    if (await change(back)) showToast('Undone.')
  }
  /** @param back undoes it for the memories it changed */
  async function changeAll(batch: Batch, text: string, back: (done: string[]) => Promise<unknown>) {
    const { done, left } = await call('changeMemories', batch)
    const undo = done.length > 0 ? takingBack(() => back(done)) : undefined
    showToast(describe(text, done.length, left), { undo })
  }
  return {
    pin: (ids: string[], pinned: boolean) =>
      change(() =>
        changeAll({ ids, pinned }, pinned ? 'pinned' : 'unpinned', (done) =>
          call('changeMemories', { ids: done, pinned: !pinned }),
        ),
      ),
    /** @throws ApiError, for the form to show */
    async addTags(memories: readonly Memory[], given: readonly string[]) {
      const tags = normaliseTags(given)
      const text = `tagged ${tags.map((tag) => `#${tag}`).join(' ')}`
      const ids = memories.map(({ id }) => id)
      await changeAll({ ids, addTags: tags }, text, (done) => {
        const tagged = memories.filter(({ id }) => done.includes(id))
        return takeTagsAway(tagged, tags)
      })
      await refresh()
    },
    move: (memories: readonly Memory[], place: Place) =>
      change(() =>
        changeAll({ ids: memories.map(({ id }) => id), ...place }, 'moved', (done) =>
          moveBack(memories.filter(({ id }) => done.includes(id))),
        ),
      ),
    /** @param content its text, if there is just one */
    forget: (ids: string[], content?: string) =>
      change(async () => {
        const { done, left } = await call('forgetMemories', { ids })
        const isOne = content !== undefined && done.length === 1
        const text = isOne
          ? `Forgotten: “${shorten(content, mostNamed)}”`
          : describe('forgotten', done.length, left)
        const back = () => call('restoreMemories', { ids: done })
        showToast(text, { undo: done.length > 0 ? takingBack(back) : undefined })
      }),
    restore: (id: string) =>
      change(async () => {
        await call('restoreMemory', { id })
        showToast('Restored.')
      }),
    merge: (from: string, into: string, content: string) =>
      change(async () => {
        const { id } = await call('mergeMemories', { from, into, content })
        showToast('Merged.', { undo: takingBack(() => call('undoConsolidation', { id })) })
      }),
    /** @throws ApiError, for the form to show */
    async add(given: CallInput<'storeMemory'>) {
      const { outcome, memory } = await call('storeMemory', given)
      const undo = takingBack(() => call('forgetMemories', { ids: [memory.id] }))
      showToast(addedWords[outcome], outcome === 'created' ? { undo } : {})
      await refresh()
    },
    /** @throws ApiError, for the form to show */
    async save(memory: Memory, fields: Partial<CallInput<'updateMemory'>>) {
      const { id, version, key = '', content, kind, tags, importance, files } = memory
      await call('updateMemory', { id, ...fields, expectedVersion: version })
      const former = { id, newKey: key, content, kind, tags, importance, files }
      showToast('Saved.', { undo: takingBack(() => call('updateMemory', former)) })
      await refresh()
    },
  }
}

const addedWords: Record<OutputOf<'storeMemory'>['outcome'], string> = {
  created: 'Memory added.',
  updated: 'The memory with this key was updated.',
  merged: 'Added to a memory that says the same.',
  duplicate: 'Already known; nothing was added.',
  superseded: 'Memory added; it replaces an older one.',
}

/** Characters of a memory in a toast. */
const mostNamed = 60

export function placeOf({ scope, scopeId }: Pick<Memory, 'scope' | 'scopeId'>): Place {
  return scope === 'global' ? { scope } : { scope, [scope]: scopeId }
}

/** @param project empty for every project */
export function projectPlace(project: string): Place {
  return project === '' ? { scope: 'global' } : { scope: 'project', project }
}

async function moveBack(memories: readonly Memory[]): Promise<void> {
  const places = Map.groupBy(memories, ({ scope, scopeId }) => `${scope} ${scopeId}`)
  for (const group of places.values()) {
    const [first] = group
    if (first) await call('changeMemories', { ids: group.map(({ id }) => id), ...placeOf(first) })
  }
}

async function takeTagsAway(memories: readonly Memory[], tags: readonly string[]): Promise<void> {
  const isNew = (memory: Memory) => tags.filter((tag) => !memory.tags.includes(tag))
  const groups = Map.groupBy(memories, (memory) => isNew(memory).join())
  for (const [added, group] of groups) {
    const ids = group.map(({ id }) => id)
    if (added) await call('changeMemories', { ids, removeTags: added.split(',') })
  }
}

function describe(what: string, done: number, left: readonly { reason: string }[]): string {
  const text = done === 0 ? [] : [`${count(done, 'memory', 'memories')} ${what}.`]
  const [first] = left
  if (first) text.push(`${count(left.length, 'memory stays', 'memories stay')}: ${first.reason}.`)
  return text.join(' ') || 'Nothing to change.'
}
