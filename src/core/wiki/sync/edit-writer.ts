/**
 * Applies edits on the pages in the home folder, which only the user edits, to the memories. Each
 * edit is its own transaction: one that is refused does not delay the others.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import { memoryLimits } from '../../../contract/vocabulary.ts'
import { correctMemory } from '../../memory/change-memory.ts'
import { findById } from '../../memory/find-memory.ts'
import { forgetMemory, restoreMemory } from '../../memory/forget-memory.ts'
import { cleanContent, draftMemory, hashContent } from '../../memory/new-memory.ts'
import { type WritePorts, writeDraft } from '../../memory/write-memory.ts'
import { isSameAddress, type Memory, type ScopeAddress } from '../../model/memory.ts'
import type { StoreTransaction } from '../../ports/store.ts'
import type { StatementAddition, StatementRevision, WikiEdit } from './edits.ts'

export interface EditWriter {
  /** @param memory what the edit revises or forgets */
  apply(edit: WikiEdit, memory: Memory | undefined): Promise<EditOutcome>
  /** Why a text cannot become a memory, such as its length, and what to do. */
  findFault(text: string): string | undefined
}

type EditOutcome =
  | { readonly what: 'created' | 'revised' | 'restored'; readonly memory: Memory }
  | { readonly what: 'forgotten' }
  | { readonly what: 'unchanged' }
  | { readonly what: 'refused'; readonly reason: string }

export function createUserEdits(address: ScopeAddress, ports: WritePorts): EditWriter {
  const now = () => ports.clock.now().toISOString()

  async function write(
    tx: StoreTransaction,
    edit: WikiEdit,
    memory: Memory | undefined,
  ): Promise<EditOutcome> {
    if (edit.type === 'create') return add(tx, edit)
    if (!memory) return { what: 'unchanged' }
    const current = await findById(tx.memories, memory.id)
    if (edit.type === 'forget') {
      await forgetMemory(tx.memories, current.id, now(), { now: false })
      return { what: 'forgotten' }
    }
    return revise(tx, current, edit)
  }

  async function revise(
    tx: StoreTransaction,
    memory: Memory,
    { text, kind, topic }: Pick<StatementRevision, 'text' | 'kind' | 'topic'>,
  ): Promise<EditOutcome> {
    const tags = topic === undefined ? undefined : withTopic(memory.tags, topic)
    const correction = { content: text, kind, tags, trust: 'user' as const }
    const changed = await correctMemory(tx.memories, memory, correction, ports, now())
    return changed.version === memory.version
      ? { what: 'unchanged' }
      : { what: 'revised', memory: changed }
  }

  async function add(tx: StoreTransaction, edit: StatementAddition): Promise<EditOutcome> {
    const former = edit.anchor === undefined ? undefined : await findFormer(tx, edit.anchor)
    if (former) {
      const isSame = former.memory.contentHash === hashContent(edit.text, ports.hash)
      if (isSame && (edit.mayBeOld || !former.isForgotten)) return { what: 'unchanged' }
      if (former.isForgotten && !edit.mayBeOld) return putBack(tx, former.memory, edit)
    }
    const { text: content, kind, topic } = edit
    const tags = topic === undefined ? [] : withTopic([], topic)
    const sources = [{ type: 'manual' as const, ref: '' }]
    const given = {
      ...address,
      content,
      kind,
      tags,
      source: 'wiki',
      trust: 'user',
      sources,
    } as const
    const { outcome, memory } = await writeDraft(tx, draftMemory(given, ports), ports)
    return outcome === 'duplicate' ? { what: 'unchanged' } : { what: 'created', memory }
  }

  async function putBack(
    tx: StoreTransaction,
    { id }: Memory,
    edit: StatementAddition,
  ): Promise<EditOutcome> {
    const memory = await restoreMemory(tx.memories, id)
    const revised = await revise(tx, memory, edit)
    return { what: 'restored', memory: 'memory' in revised ? revised.memory : memory }
  }

  /** A memory of this wiki that was forgotten or superseded. */
  async function findFormer(
    { memories }: StoreTransaction,
    anchor: string,
  ): Promise<{ memory: Memory; isForgotten: boolean } | undefined> {
    const superseded = (await memories.findByEnding(anchor)).find((found) =>
      isSameAddress(found, address),
    )
    if (superseded) return { memory: superseded, isForgotten: false }
    const filter = { addresses: [address], ending: anchor }
    const { archived, total } = await memories.listArchived(filter, { limit: 1, offset: 0 })
    const found = total === 1 ? archived[0]?.memory : undefined
    return found && { memory: found, isForgotten: true }
  }

  return {
    findFault(text) {
      try {
        cleanContent(text, undefined, ports)
        return undefined
      } catch (error) {
        return reasonOf(error)
      }
    },
    async apply(edit, memory) {
      try {
        return await ports.transaction((tx) => write(tx, edit, memory))
      } catch (error) {
        return { what: 'refused', reason: reasonOf(error) }
      }
    },
  }
}

/** A memory's first tag decides which concept's page it is on. */
function withTopic(tags: readonly string[], topic: string): string[] {
  if (topic.length > memoryLimits.tagCharacters) return [...tags]
  return [topic, ...tags.filter((tag) => tag !== topic)].slice(0, memoryLimits.tags)
}

/** @throws the error if it is not the edit's fault */
function reasonOf(error: unknown): string {
  if (!(error instanceof ThroughlineError) || !refusals.has(error.code)) throw error
  const { code, hint = code === 'invalid-input' ? shorten : undefined } = error
  const message = error.message.replace(/^content: /, '')
  return hint === undefined ? message : `${message}; ${hint}`
}

const shorten = 'shorten it, or split it into several list items'

/** Faults of the edit. Any other is a fault of the store and ends the build. */
const refusals = new Set(['invalid-input', 'conflict', 'not-found'])
