/** A home after months of use: projects, sessions and the memories learned in them. */
import { sha256 } from '../src/adapters/ids.ts'
import { hashContent } from '../src/core/memory/new-memory.ts'
import type { Memory, ScopeAddress } from '../src/core/model/memory.ts'
import type { Store } from '../src/core/ports/store.ts'
import { createRandom, statementText } from './scale-texts.ts'

const projects = 8
const sessionsEach = 50
const batch = 500
const firstDay = Date.UTC(2025, 0, 1)

export interface Filled {
  readonly projectIds: readonly string[]
  readonly memories: readonly Memory[]
}

/** Six of ten belong to a project, most of these to the first; three to sessions; one to all. */
export async function fillStore(store: Store, count: number): Promise<Filled> {
  const projectIds: string[] = []
  const sessionIds: string[] = []
  for (let number = 0; number < projects; number++) {
    const name = `project-${number}`
    const project = await store.projects.insert({ identity: name, name, root: undefined })
    projectIds.push(project.id)
    for (let session = 0; session < sessionsEach; session++) {
      sessionIds.push(await addSession(store, project.id, number * sessionsEach + session))
    }
  }
  const memories = Array.from({ length: count }, (_, number) => {
    const random = createRandom(number * 13 + 5)
    const place = placeOf(random, projectIds, sessionIds)
    return memoryOf(store.ids.next(), number, place, contentOf(random, number))
  })
  await insertAll(store, memories)
  return { projectIds, memories }
}

/** One project with all of the memories. @returns its id */
export async function fillProject(store: Store, count: number): Promise<string> {
  const name = 'project'
  const { id } = await store.projects.insert({ identity: name, name, root: undefined })
  const place = { scope: 'project', scopeId: id } as const
  const memories = Array.from({ length: count }, (_, number) =>
    memoryOf(store.ids.next(), number, place, contentOf(createRandom(number * 13 + 5), number)),
  )
  await insertAll(store, memories)
  return id
}

/** Near-duplicates with other wording, as moves and imports leave them. */
export async function addDoubles(store: Store, memories: readonly Memory[]): Promise<void> {
  const doubles = memories.map((memory) => {
    const content = `So, ${memory.content}`
    return { ...memory, id: store.ids.next(), content, contentHash: hashContent(content, sha256) }
  })
  await insertAll(store, doubles)
}

async function insertAll(store: Store, memories: readonly Memory[]): Promise<void> {
  for (let from = 0; from < memories.length; from += batch) {
    await store.transaction(async ({ memories: tx }) => {
      for (const memory of memories.slice(from, from + batch)) await tx.insert(memory)
    })
  }
}

async function addSession(store: Store, projectId: string, number: number): Promise<string> {
  const id = store.ids.next()
  await store.transaction(({ capture: tx }) =>
    tx.insertSession({
      id,
      host: 'claude-code',
      hostSessionId: `filled-${number}`,
      projectId,
      startedAt: new Date(firstDay).toISOString(),
      cwd: undefined,
      branch: 'main',
      transcriptPath: undefined,
      model: undefined,
    }),
  )
  return id
}

function placeOf(
  random: () => number,
  projectIds: readonly string[],
  sessionIds: readonly string[],
): ScopeAddress {
  const part = random()
  const pick = (ids: readonly string[], lean: number) =>
    ids[Math.floor(random() ** lean * ids.length)] ?? ''
  if (part < 0.6) return { scope: 'project', scopeId: pick(projectIds, 3) }
  if (part < 0.9) return { scope: 'session', scopeId: pick(sessionIds, 1) }
  return part < 0.98 ? { scope: 'global', scopeId: '' } : { scope: 'agent', scopeId: 'reviewer' }
}

const kinds = ['fact', 'fact', 'decision', 'fix', 'preference', 'procedure', 'rule'] as const

function memoryOf(id: string, number: number, place: ScopeAddress, content: string): Memory {
  const at = new Date(firstDay + number * 60_000).toISOString()
  const kind = kinds[number % kinds.length] ?? 'fact'
  const isLearned = number % 3 > 0
  return {
    id,
    ...place,
    key: undefined,
    kind,
    content,
    contentHash: hashContent(content, sha256),
    tags: isLearned ? ['auto'] : ['mine'],
    keywords: [],
    importance: (number % 10) / 10,
    source: isLearned ? 'heuristic' : 'manual',
    trust: number % 4 === 0 ? 'agent' : 'user',
    author: undefined,
    standing: 'memory',
    confirmation: 'stored',
    confirmedAt: at,
    host: undefined,
    pinned: number % 500 === 0,
    validFrom: at,
    validTo: undefined,
    supersededBy: undefined,
    useCount: number % 7,
    lastUsedAt: undefined,
    files: number % 5 === 0 ? [`src/part-${number % 90}/index.ts`] : [],
    commit: undefined,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
}

const services = 'billing search login mailer importer gateway cache queue parser scheduler'.split(
  ' ',
)
const commands = ['npm test', 'make lint', 'pnpm build', 'cargo check', 'go vet', 'pytest -q']
const sentences: ((pick: (items: readonly string[]) => string, number: number) => string)[] = [
  (pick, number) => `The ${pick(services)} service listens on port ${3_000 + (number % 5_000)}`,
  (pick, number) =>
    `Run \`${pick(commands)}\` in packages/${pick(services)}-${number} before a push`,
  (pick, number) =>
    `The ${pick(services)} retries after ${number} ms, then the ${pick(services)} gives up`,
  (pick, number) =>
    `Never call the ${pick(services)} from the ${pick(services)}, see issue #${number}`,
  (pick, number) => `Tests of the ${pick(services)} need \`${pick(commands)}\` and PORT_${number}`,
]

/** A third repeats others with different names and numbers; the rest are all different. */
function contentOf(random: () => number, number: number): string {
  const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? ''
  const sentence = sentences[number % 15]
  if (sentence) return sentence(pick, number)
  const words = statementText(number).split(' ')
  return words.slice(0, 8 + Math.floor(random() * 16)).join(' ')
}
