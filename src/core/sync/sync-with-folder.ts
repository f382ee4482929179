/**
 * Syncs machines without a server: reads what the others appended to their files, then appends what
 * changed here. Both can be repeated; an interruption costs only time.
 */
import { type BundleLine, type BundleProjectLine, bundleLine } from '../../contract/bundle.ts'
import { type BundleProgress, redactLine } from '../bundle/apply-line.ts'
import { parseJson } from '../model/json.ts'
import { type Change, type Cursor, feedStart } from '../ports/change-feed.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import type { Acceptance, SyncFolder, SyncLine } from '../ports/transfer.ts'
import {
  isShared,
  type ReceiveOutcome,
  type ReceivePorts,
  receiveLine,
  type Sender,
} from './receive-line.ts'

export interface SyncPorts extends ReceivePorts {
  readonly store: Store
}

export interface SyncResult {
  readonly machine: string
  readonly received: Record<ReceiveOutcome, number>
  /** How many memories were added or updated, by project id; '' for global ones. */
  readonly places: Readonly<Record<string, number>>
  readonly sent: number
  /** Machines whose files were not read, because the user has not accepted them. */
  readonly waiting: readonly string[]
}

export interface SyncOptions {
  /** Decides about a machine that is new here, or not trusted. */
  readonly accept: (
    machine: string,
    before: Acceptance | undefined,
  ) => Promise<Acceptance | undefined>
  readonly signal?: AbortSignal
}

export async function syncWithFolder(
  folder: SyncFolder,
  ports: SyncPorts,
  { accept, signal }: SyncOptions,
): Promise<SyncResult> {
  const { store } = ports
  const machine = await ownMachine(folder, ports)
  const received = { added: 0, updated: 0, forgotten: 0, proposed: 0, known: 0, refused: 0 }
  const places: Record<string, number> = {}
  const waiting: string[] = []
  for (const other of await folder.machines()) {
    if (other === machine || signal?.aborted) continue
    const before = await store.sync.acceptance(other)
    const now = before === 'trusted' ? before : ((await accept(other, before)) ?? before)
    if (now === undefined) {
      waiting.push(other)
      continue
    }
    if (now !== before) {
      await store.sync.accept(other, now)
      // What was only proposed applies now.
      await store.sync.setPosition(folder.name, other, 0)
    }
    const sender = { id: other, isTrusted: now === 'trusted' }
    await readMachine(
      sender,
      folder,
      ports,
      ({ outcome, scopeId }) => {
        received[outcome] += 1
        const isHere = outcome === 'added' || outcome === 'updated'
        if (isHere) places[scopeId] = (places[scopeId] ?? 0) + 1
      },
      signal,
    )
  }
  const sent = signal?.aborted ? 0 : await publish(machine, folder, ports)
  return { machine, received, places, sent, waiting }
}

/**
 * Only this machine writes its file. If the size differs from what we left, a copy of this home
 * writes it too, or the folder was reset: then this machine gets a new id, and the old file is read
 * like any other.
 */
async function ownMachine(folder: SyncFolder, { store, ids }: SyncPorts): Promise<string> {
  const known = await store.sync.machine()
  if (known !== undefined) {
    const size = await folder.size(known)
    const written = await store.sync.position(folder.name, known)
    if (size === undefined && written > 0) {
      // The folder was emptied, so write everything again.
      await store.sync.setPosition(folder.name, known, 0)
      await store.changes.advance(consumerOf(folder), feedStart)
    }
    if (size === undefined || size === written) return known
    // Someone else may have written it too.
    await store.sync.accept(known, 'read')
    await store.sync.setPosition(folder.name, known, 0)
  }
  const machine = ids.next()
  await store.sync.setMachine(machine)
  await store.changes.advance(consumerOf(folder), feedStart)
  return machine
}

const consumerOf = ({ name }: SyncFolder) => `sync ${name}`

const linesPerTransaction = 50

interface ReceivedLine {
  readonly outcome: ReceiveOutcome
  /** The scope of its memory. */
  readonly scopeId: string
}

async function readMachine(
  sender: Omit<Sender, 'kept'>,
  folder: SyncFolder,
  ports: SyncPorts,
  note: (received: ReceivedLine) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store } = ports
  const machine = sender.id
  const known = { ...sender, kept: new Set(await store.consolidations.keptInReview()) }
  const size = (await folder.size(machine)) ?? 0
  const before = await store.sync.position(folder.name, machine)
  // A file that shrank was rewritten.
  const from = before > size ? 0 : before
  // Earlier lines may contain project ids.
  const progress = await readProjects(known, folder, from, ports)
  let batch: SyncLine[] = []
  const finish = async () => {
    const last = batch.at(-1)
    if (!last) return
    const lines = await store.transaction(async (tx) => {
      const all: ReceivedLine[] = []
      for (const { text } of batch) {
        const line = text === undefined ? undefined : bundleLine.safeParse(parseJson(text)).data
        const outcome = line ? await receiveLine(line, known, progress, tx, ports) : 'refused'
        const scopeId = line?.type === 'memory' ? line.memory.scopeId : ''
        all.push({ outcome, scopeId: progress.renamed.get(scopeId) ?? scopeId })
      }
      await tx.sync.setPosition(folder.name, machine, last.end)
      return all
    })
    lines.forEach(note)
    batch = []
  }
  for await (const line of folder.lines(machine, from)) {
    if (signal?.aborted) break
    batch.push(line)
    if (batch.length >= linesPerTransaction) await finish()
  }
  await finish()
}

async function readProjects(
  sender: Sender,
  folder: SyncFolder,
  until: number,
  { store, ...ports }: SyncPorts,
): Promise<BundleProgress> {
  const progress: BundleProgress = { renamed: new Map(), withheld: new Set() }
  for await (const { text, end } of folder.lines(sender.id, 0)) {
    if (end > until) break
    if (!text?.startsWith('{"type":"project"')) continue
    const { data } = bundleLine.safeParse(parseJson(text))
    if (data?.type !== 'project') continue
    await store.transaction((tx) => receiveLine(data, sender, progress, tx, ports))
  }
  return progress
}

async function publish(machine: string, folder: SyncFolder, ports: SyncPorts): Promise<number> {
  const { store } = ports
  const consumer = consumerOf(folder)
  const sentProjects = new Set<string>()
  let sent = 0
  for (;;) {
    const from = await store.changes.cursor(consumer)
    const { lines, cursor, isLast } = await readChanges(from, ports, sentProjects)
    if (lines.length > 0) {
      const size = await folder.append(machine, lines)
      await store.sync.setPosition(folder.name, machine, size)
    }
    await store.changes.advance(consumer, cursor)
    sent += lines.filter((line) => !line.startsWith('{"type":"project"')).length
    if (isLast) return sent
  }
}

// Changes since the last sync, as lines for the other machines.

const pageSize = 200

/** @returns the lines of one page of the feed, and how far it was read */
async function readChanges(
  from: Cursor,
  { store, redactor }: { readonly store: Store; readonly redactor: Redactor },
  sentProjects: Set<string>,
): Promise<{ readonly lines: string[]; readonly cursor: Cursor; readonly isLast: boolean }> {
  const filter = { subjects: ['memory'], latestOnly: true } as const
  return store.transaction(
    async (tx) => {
      const page = await tx.changes.after(from, pageSize, filter)
      const lines: BundleLine[] = []
      for (const change of page.changes) lines.push(...(await linesOf(change, tx, sentProjects)))
      return {
        lines: lines.map((line) => JSON.stringify(redactLine(line, redactor))),
        cursor: page.cursor,
        isLast: page.changes.length < pageSize,
      }
    },
    { durable: false },
  )
}

async function linesOf(
  { id }: Change,
  tx: StoreTransaction,
  sentProjects: Set<string>,
): Promise<BundleLine[]> {
  const line = await tx.bundles.memory(id)
  const received = await tx.sync.received(id)
  if (!line) {
    const forgotten = await tx.memories.findForgotten(id)
    if (!forgotten || received?.version === 0) return []
    const { scope, scopeId, forgottenAt } = forgotten
    if (!isShared({ scope, standing: 'memory' })) return []
    return [{ type: 'forgotten', id, scope, scopeId, forgottenAt }]
  }
  const { memory } = line
  if (!isShared(memory) || received?.version === memory.version) return []
  const project = await projectLine(memory.scopeId, tx, sentProjects)
  return [...project, { ...line, sources: [] }]
}

async function projectLine(
  id: string,
  { projects }: StoreTransaction,
  sent: Set<string>,
): Promise<BundleProjectLine[]> {
  const project = id === '' || sent.has(id) ? undefined : await projects.find(id)
  if (!project) return []
  sent.add(id)
  const { identity, name, createdAt } = project
  const [aliases, commits] = [await projects.aliasesOf(id), await projects.commitsOf(id)]
  return [{ type: 'project', id, identity, name, createdAt, aliases, commits }]
}
