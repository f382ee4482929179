/**
 * Whether a new memory finds the earlier one that it repeats, refines or reverses, by the relations
 * that careful readers noted between items of real sessions. Each item is stored as an agent would
 * store it, in the words of its label; what came of it is what the product answers.
 */
import { sha256 } from '../src/adapters/ids.ts'
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import { embedPending } from '../src/core/embedding/embed-pending.ts'
import { findNear } from '../src/core/embedding/find-near.ts'
import { addNearInMeaning } from '../src/core/memory/near-in-meaning.ts'
import { writeMemory } from '../src/core/memory/write-memory.ts'
import type { Embedder } from '../src/core/ports/models.ts'
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
  for (const source of readSources(data, labels))
    stored.push(...(await storeItems(source, embedder)))
  const unrelated = stored.filter(({ relation }) => relation === undefined)
  const figures = {
    ...Object.fromEntries(relations.map((name) => [name, shareFound(stored, name)])),
    unrelated: unrelated.length,
    shownWrongly: unrelated.filter(({ joined }) => joined.length > 0).length,
    mergedWrongly: unrelated.filter(({ isMerged }) => isMerged).length,
  }
  if (json) return void process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  const rows = Object.entries(figures).map(([name, value]) => [name, String(value)])
  process.stdout.write(formatTable(rows))
  for (const { text, joined } of misses ? unrelated : []) {
    if (joined.length > 0)
      process.stdout.write(`\n${text}\n${joined.map((each) => `  ${each}\n`).join('')}`)
  }
}

function shareFound(stored: readonly Stored[], name: string): string {
  const related = stored.filter(({ relation }) => relation === name)
  return `${related.filter(({ isFound }) => isFound).length} of ${related.length}`
}

async function storeItems(source: Source, embedder: Embedder | undefined): Promise<Stored[]> {
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
  const items = new Map<string, { name: string; session: string; text: string }[]>()
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
        joined: others.map(({ text }) => text),
        isMerged: others.some(({ name }) => items.get(memory.id)?.some((own) => own.name === name)),
      })
      const own = { name: itemName(session, item), session: session.id, text: item.text }
      items.set(memory.id, [...(items.get(memory.id) ?? []), own])
    }
    if (embedder) {
      const embedding = { embedder, vectors, clock, hash: sha256 }
      await embedPending(embedding, { batchSize: 64, signal })
    }
  }
  store.close()
  return stored
}
