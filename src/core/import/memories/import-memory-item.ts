/** Imports the memories of one file or database, a few per transaction. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { isWithin } from '../../model/folder-path.ts'
import type { MemorySource } from '../../model/memory.ts'
import { isSkipped } from '../../ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory, MemoryItem } from '../../ports/memory-source.ts'
import { draftImported, fitContent } from './draft-imported.ts'
import { type MemoryImportPorts, placeMemory } from './place-memory.ts'
import {
  endVanished,
  type ImportedDraft,
  type StoredImport,
  storeImported,
} from './store-imported.ts'

export interface MemoryImportOptions {
  readonly signal: AbortSignal
  /** The project for memories without a known one. */
  readonly into?: string | undefined
  /** Only memories that changed since. */
  readonly since?: string | undefined
}

/** Other writers, such as the daemon, wait no longer than one batch takes. */
const mostAtOnce = 4

/** @param tally gets the counts even if reading fails */
export async function importMemoryItem(
  source: ForeignMemorySource,
  item: MemoryItem,
  options: MemoryImportOptions,
  ports: MemoryImportPorts,
  tally: MemoryTally = emptyMemoryTally(),
): Promise<MemoryTally> {
  const itemKey = ports.hash(item.id)
  const seen = new Set<string>()
  const ofFile = new Map<string, number>()
  let isWhole = item.isWhole === true
  let batch: ImportedDraft[] = []
  const flush = async () => {
    await storeBatch(batch, tally, ports)
    batch = []
    await yieldToEventLoop()
  }
  for await (const part of source.read(item)) {
    if (options.signal.aborted) return tally
    if (isSkipped(part)) {
      countIn(tally.skipped, part.skipped)
      isWhole = false
      continue
    }
    if (part.isOnlyAudited) continue
    if (part.file !== undefined && !mayTake(part.file, ofFile)) {
      countIn(tally.skipped, tooMany)
      isWhole = false
      continue
    }
    for (const memory of inParts(part, tally)) {
      const foreign = foreignKey(source, memory.id, ports)
      seen.add(foreign)
      const prepared = await prepare(source, memory, item, options, ports, tally)
      if (prepared) batch.push(prepared)
    }
    if (batch.length >= mostAtOnce) await flush()
  }
  await flush()
  if (isWhole) await endOthers(source, itemKey, seen, tally, ports)
  return tally
}

/** More than anyone reads, and more than a file of rules or notes contains. */
const mostOfFile = 200
const tooMany = `statement beyond the first ${mostOfFile} of its file; split the file`

/** @param taken counts by file */
function mayTake(file: string, taken: Map<string, number>): boolean {
  const number = (taken.get(file) ?? 0) + 1
  taken.set(file, number)
  return number <= mostOfFile
}

const foreignKey = ({ name }: ForeignMemorySource, id: string, { hash }: MemoryImportPorts) =>
  hash(`${name} ${id}`).slice(0, 32)

/** A longer text is a document, whose parts mean little alone. */
const mostParts = 20

function inParts(memory: ImportedMemory, tally: MemoryTally): ImportedMemory[] {
  const parts = fitContent(memory.content)
  for (const _ of parts.slice(mostParts)) countIn(tally.skipped, tooLong)
  return parts.slice(0, mostParts).map((content, at) => ({
    ...memory,
    content,
    ...(at > 0 && { id: `${memory.id} part ${at + 1}`, key: undefined }),
  }))
}

async function prepare(
  source: ForeignMemorySource,
  given: ImportedMemory,
  item: MemoryItem,
  { into, since }: MemoryImportOptions,
  ports: MemoryImportPorts,
  tally: MemoryTally,
): Promise<ImportedDraft | undefined> {
  const now = ports.clock.now().toISOString()
  const memory = await asRepositorys(given, item, ports)
  const changedAt = memory.updatedAt ?? memory.createdAt
  if (since !== undefined && changedAt !== undefined && changedAt < since) {
    countIn(tally.skipped, olderThanWanted)
    return undefined
  }
  const place = await placeMemory(memory, into, ports)
  if (place.kind === 'disabled') tally.disabled += 1
  if (place.kind === 'unplaced') countIn(tally.unplaced, ports.redactor.redact(place.name))
  if (place.kind !== 'at') return undefined
  const sources = await sessionOf(memory, ports)
  const drafted = draftImported(source, memory, place, { sources, now }, ports)
  if (drafted.kind === 'skipped') {
    countIn(tally.skipped, drafted.reason)
    return undefined
  }
  const hasEnded = memory.isSuperseded === true || (memory.validTo ?? now) < now
  const { content, kind, tags, keywords, files, importance } = drafted.draft
  const said = [content, kind, tags, keywords, files, importance, hasEnded]
  return {
    source: source.name,
    foreign: foreignKey(source, memory.id, ports),
    item: ports.hash(item.id),
    fingerprint: ports.hash(JSON.stringify(said)).slice(0, 32),
    draft: drafted.draft,
    hasEnded,
    supersedes: (memory.supersedes ?? []).map((id) => foreignKey(source, id, ports)),
  }
}

/** A repository's file can only have memories of its own project, not of other scopes. */
export async function asRepositorys(
  memory: ImportedMemory,
  { path }: Pick<MemoryItem, 'path'>,
  { repositoryOf }: Pick<MemoryImportPorts, 'repositoryOf'>,
): Promise<ImportedMemory> {
  const { place } = memory
  const claimed = place.kind === 'project' ? place.cwd : undefined
  const repository = await repositoryOf(memory.path ?? path, claimed)
  if (repository === undefined) return memory
  const isInside = claimed !== undefined && isWithin(claimed, repository)
  const cwd = isInside ? claimed : repository
  return { ...memory, author: 'repository', place: { kind: 'project', cwd }, session: undefined }
}

const tooLong = `part of a memory beyond its first ${mostParts}; shorten the text`

export const olderThanWanted = 'memory from before --since'
export const ofElsewhere = 'memory that the audit did not read'

async function sessionOf(
  { session }: ImportedMemory,
  { store }: MemoryImportPorts,
): Promise<MemorySource[]> {
  const id = session === undefined ? undefined : await store.history.sessionId(session)
  return id === undefined ? [] : [{ type: 'session', ref: id }]
}

async function storeBatch(
  batch: readonly ImportedDraft[],
  tally: MemoryTally,
  ports: MemoryImportPorts,
): Promise<void> {
  if (batch.length === 0) return
  // After a power cut, the item is simply read again.
  const outcomes = await ports.store.transaction(
    async (tx) => {
      const stored: StoredImport[] = []
      for (const imported of batch) stored.push(await storeImported(tx, imported, ports))
      return stored
    },
    { durable: false },
  )
  for (const outcome of outcomes) count(tally, outcome)
}

function count(tally: MemoryTally, outcome: StoredImport): void {
  if (outcome === 'memory') tally.memories += 1
  else if (outcome === 'candidate') tally.candidates += 1
  else if (outcome === 'settled-here') tally.settledHere += 1
  else if (outcome === 'was-over') countIn(tally.skipped, 'memory that is no longer valid')
  else if (outcome === 'was-dropped') countIn(tally.skipped, 'candidate that you dropped before')
  else tally[outcome] += 1
}

async function endOthers(
  source: ForeignMemorySource,
  item: string,
  seen: ReadonlySet<string>,
  tally: MemoryTally,
  ports: MemoryImportPorts,
): Promise<void> {
  const before = await ports.store.imports.memoriesOf(source.name, item)
  const vanished = before.filter(({ foreign }) => !seen.has(foreign))
  if (vanished.length === 0) return
  tally.ended += await ports.store.transaction(async (tx) => {
    let ended = 0
    for (const each of vanished) ended += Number(await endVanished(tx, each, ports))
    return ended
  })
}

export interface MemoryTally {
  memories: number
  candidates: number
  /** Changed in their source since the last import. */
  updated: number
  /** Ended in their source since the last import. */
  ended: number
  /** The same as a memory here, perhaps in other words. */
  known: number
  /** Imported before and unchanged. */
  unchanged: number
  /** Imported before, then changed or forgotten here: left alone. */
  settledHere: number
  /** In projects that are switched off. */
  disabled: number
  /** In unknown projects, by the name in the source. */
  readonly unplaced: Record<string, number>
  readonly skipped: Record<string, number>
}

export const emptyMemoryTally = (): MemoryTally => ({
  memories: 0,
  candidates: 0,
  updated: 0,
  ended: 0,
  known: 0,
  unchanged: 0,
  settledHere: 0,
  disabled: 0,
  unplaced: {},
  skipped: {},
})

function countIn(counts: Record<string, number>, name: string, times = 1): void {
  counts[name] = (counts[name] ?? 0) + times
}

const counted = [
  ...(['memories', 'candidates', 'updated', 'ended'] as const),
  ...(['known', 'unchanged', 'settledHere', 'disabled'] as const),
]

export function addMemoryTally(total: MemoryTally, part: MemoryTally): void {
  for (const name of counted) total[name] += part[name]
  for (const [name, times] of Object.entries(part.unplaced)) countIn(total.unplaced, name, times)
  for (const [reason, times] of Object.entries(part.skipped)) countIn(total.skipped, reason, times)
}
