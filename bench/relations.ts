/**
 * Whether a new memory finds the earlier one that it repeats, refines or reverses, by the relations
 * that careful readers noted between items of real sessions. Each item is stored as an agent would
 * store it, in the words of its label; what came of it is what the product answers.
 */

import { runMemoryChecks } from '../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../src/adapters/git/branches.ts'
import { sha256 } from '../src/adapters/ids.ts'
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import { configSchema } from '../src/contract/config.ts'
import { readMeanings } from '../src/core/embedding/compare-memories.ts'
import { embedPending } from '../src/core/embedding/embed-pending.ts'
import { findNear } from '../src/core/embedding/find-near.ts'
import { addNearInMeaning } from '../src/core/memory/near-in-meaning.ts'
import { writeMemory } from '../src/core/memory/write-memory.ts'
import type { Embedder } from '../src/core/ports/models.ts'
import { readQueue } from '../src/core/review/read-queue.ts'
import { openVectors } from '../test/support/models/vectors.ts'
import { openFolderEmbedder } from './embedded-store.ts'
import type { BenchOptions } from './options.ts'
import { readSources, type Source } from './real-sessions/data.ts'
import { itemName } from './real-sessions/matching.ts'
import { formatTable } from './statistics.ts'

export interface RelationsOptions extends BenchOptions {
  readonly data: string
  readonly labels: string
  /** A folder with an embedding model. */
  readonly embeddings?: string | undefined
  /** Lists what was joined without a label. */
  readonly misses: boolean
}

const relations = ['repeats', 'refines', 'reverses'] as const

interface Stored {
  readonly text: string
  readonly relation: string | undefined
  readonly isFound: boolean
  /** Merged with, or shown beside, an item of another session without a relation between them. */
  readonly joined: readonly string[]
  readonly isMerged: boolean
}

export async function run(options: RelationsOptions): Promise<void> {
  const { data, labels, embeddings, json, misses } = options
  const embedder = embeddings === undefined ? undefined : await openFolderEmbedder(embeddings)
  const stored: Stored[] = []
  const reviewed: Reviewed[] = []
  for (const source of readSources(data, labels)) {
    const of = await storeItems(source, embedder)
    stored.push(...of.stored)
    reviewed.push(...of.reviewed)
  }
  const unrelated = stored.filter(({ relation }) => relation === undefined)
  const figures = {
    ...Object.fromEntries(relations.map((name) => [name, shareFound(stored, name)])),
    unrelated: unrelated.length,
    shownWrongly: unrelated.filter(({ joined }) => joined.length > 0).length,
    mergedWrongly: unrelated.filter(({ isMerged }) => isMerged).length,
    pairsInReview: reviewed.length,
    relatedInReview: reviewed.filter(({ isRelated }) => isRelated).length,
  }
  if (json) return void process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  const rows = Object.entries(figures).map(([name, value]) => [name, String(value)])
  process.stdout.write(formatTable(rows))
  for (const { text, joined } of misses ? unrelated : []) {
    if (joined.length > 0)
      process.stdout.write(`\n${text}\n${joined.map((each) => `  ${each}\n`).join('')}`)
  }
  for (const { texts, isRelated } of misses ? reviewed : [])
    process.stdout.write(`\nin review${isRelated ? ', related' : ''}\n  ${texts.join('\n  ')}\n`)
}

/** Two memories that the user is asked about. */
interface Reviewed {
  readonly texts: readonly string[]
  readonly isRelated: boolean
}

function shareFound(stored: readonly Stored[], name: string): string {
  const related = stored.filter(({ relation }) => relation === name)
  return `${related.filter(({ isFound }) => isFound).length} of ${related.length}`
}

interface StoredItem {
  readonly name: string
  readonly session: string
  readonly text: string
  /** The name of an earlier one. */
  readonly relates: string | null | undefined
}

async function storeItems(source: Source, embedder: Embedder | undefined) {
  const store = await openVectors()
  const { vectors, clock } = store
  const redactor = createRedactor()
  const signal = new AbortController().signal
  const ports = { ...store, redactor, hash: sha256 }
  const near = embedder && {
    findNear: (question: Parameters<typeof findNear>[0]) =>
      findNear(question, { embedder: async () => embedder, vectors }),
  }
  /** Items by the memory that holds them. */
  const items = new Map<string, StoredItem[]>()
  const stored: Stored[] = []
  for (const session of source.sessions) {
    for (const item of session.items) {
      const result = await writeMemory(
        {
          ...{ scope: 'global', scopeId: '', content: item.text.slice(0, 1_400) },
          ...{ source: 'manual', trust: 'agent' },
        },
        ports,
      )
      const shown = await addNearInMeaning(result, { ...near, memories: store.memories })
      const { memory, superseded, contradicts } = result
      const ids = [memory.id, ...superseded, ...contradicts, ...shown.map(({ id }) => id)]
      const found = ids.flatMap((id) => items.get(id) ?? [])
      const others = found.filter((each) => each.session !== session.id)
      stored.push({
        text: item.text,
        relation: item.relates ? (item.relation ?? undefined) : undefined,
        isFound: found.some(({ name }) => name === item.relates),
        joined: others.map((each) => each.text),
        isMerged: others.some(({ name }) => items.get(memory.id)?.some((own) => own.name === name)),
      })
      const { text, relates } = item
      const own = { name: itemName(session, item), session: session.id, text, relates }
      items.set(memory.id, [...(items.get(memory.id) ?? []), own])
    }
    if (embedder) {
      const embedding = { embedder, vectors, clock, hash: sha256 }
      await embedPending(embedding, { batchSize: 64, signal })
    }
  }
  const queue = await readQueue(undefined, {
    ...ports,
    readBranchStates,
    runMemoryChecks,
    config: () => configSchema.parse({}),
    ...(embedder && { readMeanings: (ids) => readMeanings(ids, vectors) }),
  })
  const pairs = queue.filter(({ kind }) => kind === 'near-duplicate' || kind === 'contradiction')
  const reviewed = pairs.map(({ memories }): Reviewed => {
    const [one = [], other = []] = memories.map(({ id }) => items.get(id) ?? [])
    const relatesTo = (a: StoredItem[], b: StoredItem[]) =>
      a.some(({ relates }) => b.some(({ name }) => name === relates))
    const texts = [...one.slice(0, 1), ...other.slice(0, 1)].map(({ text }) => text)
    return { texts, isRelated: relatesTo(one, other) || relatesTo(other, one) }
  })
  store.close()
  return { stored, reviewed }
}
