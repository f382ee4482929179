/** Imports one line of a bundle into the store. Idempotent. */
import type {
  BundleLine,
  BundleMemoryLine,
  BundleProjectLine,
  RowLine,
} from '../../contract/bundle.ts'
import { redactPayload } from '../capture/redact-payload.ts'
import type { Hash } from '../model/content-key.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { type LineOutcome, mergeMemory } from './merge-memory.ts'

/** What earlier lines revealed about this store; starts empty. */
export interface BundleProgress {
  /** Maps ids in the bundle to ids here. */
  readonly renamed: Map<string, string>
  /** Sessions whose rows are skipped: this store has them from their host, or deleted them. */
  readonly withheld: Set<string>
}

export async function applyLine(
  given: BundleLine,
  { renamed, withheld }: BundleProgress,
  tx: StoreTransaction,
  hash: Hash,
): Promise<LineOutcome> {
  if (given.type === 'project') return applyProject(given, renamed, tx)
  const line = rename(given, renamed)
  switch (line.type) {
    case 'memory':
      return mergeMemory(line, tx, hash)
    case 'forgotten':
      // An import only adds: what is a memory here stays one.
      if (await tx.memories.find(line.id)) return 'known'
      await tx.bundles.putForgotten(line)
      return 'known'
    case 'successor':
      await tx.bundles.setSuccessor(line.id, line.by)
      return 'known'
    case 'row':
      return applyRow(line, { renamed, withheld }, tx)
  }
}

/**
 * A project is the same if its id is, or its identity. But anyone can write a bundle that claims to be
 * a project, so if this store knows the project's first commit, the bundle must name it too. Otherwise
 * its data stays separate until the user merges the two. A new project keeps its id.
 */
async function applyProject(
  line: BundleProjectLine,
  renamed: Map<string, string>,
  tx: StoreTransaction,
): Promise<LineOutcome> {
  const { id, identity, name, root, createdAt, aliases, commits } = line
  const present = await tx.memories.presentAddress({ scope: 'project', scopeId: id })
  const byId = await tx.projects.find(present.scopeId)
  const named = byId ?? (await tx.projects.findByIdentity(identity))
  const isProven = byId !== undefined || (named && (await sharesCommit(named.id, commits, tx)))
  if (named && !isProven) return applyClaim(line, renamed, tx)
  const project = named ?? (await tx.projects.insert({ id, identity, name, root, createdAt }))
  if (project.id !== id) renamed.set(id, project.id)
  await tx.projects.addAliases(
    project.id,
    [identity, ...aliases].filter((each) => each !== project.identity),
  )
  for (const commit of commits) await tx.projects.addCommit(project.id, commit)
  return named ? 'known' : 'added'
}

async function sharesCommit(
  projectId: string,
  commits: readonly string[],
  { projects }: StoreTransaction,
): Promise<boolean> {
  const known = await projects.commitsOf(projectId)
  return known.length === 0 || known.some((commit) => commits.includes(commit))
}

/** A separate project whose name says what it claims to be, like that of an unverified folder. */
async function applyClaim(
  { id, identity, name, createdAt }: BundleProjectLine,
  renamed: Map<string, string>,
  { projects }: StoreTransaction,
): Promise<LineOutcome> {
  const own = `${identity}#bundle-${id.slice(-12)}`
  const known = await projects.findByIdentity(own)
  const claim = { id, identity: own, name: `${name} (unverified)`, root: undefined, createdAt }
  const project = known ?? (await projects.insert(claim))
  if (project.id !== id) renamed.set(id, project.id)
  return known ? 'known' : 'added'
}

async function applyRow(
  line: RowLine,
  { renamed, withheld }: BundleProgress,
  tx: StoreTransaction,
): Promise<LineOutcome> {
  const { table, row } = line
  if (table === 'sessions') {
    const { id, host, host_session_id: name } = row
    const here = await tx.bundles.sessionOf(String(host), String(name))
    if (here !== undefined && here !== id) renamed.set(String(id), here)
    const isOther = here !== undefined && here !== id
    if (isOther || (await tx.deletion.isDeleted(String(host), String(name)))) {
      withheld.add(String(id))
    }
  }
  if (table === 'project_merges' && (await tx.projects.find(String(row.project_id)))) return 'known'
  const session = String((table === 'sessions' ? row.id : row.session_id) ?? '')
  if (withheld.has(session)) return 'known'
  return (await tx.bundles.putRow(line)) ? 'added' : 'known'
}

/** Ids are UUIDs, so any equal text is the id. */
function rename<T extends BundleLine>(line: T, renamed: ReadonlyMap<string, string>): T {
  return renamed.size === 0 ? line : (renameIn(line as Json, renamed) as T)
}

function renameIn(value: Json, renamed: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return renamed.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => renameIn(item, renamed))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, renameIn(member, renamed)]),
  )
}

/** Members with text. The others are ids, hashes, numbers and times; some look like secrets. */
const texts: Readonly<Record<string, readonly string[]>> = {
  sessions: ['cwd', 'branch', 'transcript_path', 'model', 'end_reason', 'shared_session', 'agent'],
  turns: ['prompt', 'answer', 'git_branch'],
  events: ['fields', 'cwd'],
  tool_events: ['tool_name', 'agent_name', 'input', 'output'],
  digests: ['body'],
  proposals: ['wanted'],
  project_merges: ['name', 'root'],
  injected_lines: ['reason'],
  memory_checks: ['checks'],
  chosen_checks: ['checks'],
  promotions: ['file'],
  review_decisions: ['applied', 'because'],
}

const memoryTexts = ['content', 'key', 'tags', 'keywords', 'files']

/** Redacts a line with the current rules: it may have been stored under older ones. */
export function redactLine(line: BundleLine, redactor: Redactor): BundleLine {
  switch (line.type) {
    case 'row':
      return { ...line, row: redactMembers(line.row, texts[line.table] ?? [], redactor) }
    case 'memory':
      return redactState(line, redactor)
    case 'forgotten':
      return line.archive ? { ...line, archive: redactState(line.archive, redactor) } : line
    case 'project':
      return redactMembers(line, ['name', 'root'], redactor)
    case 'successor':
      return line
  }
}

interface StateOfMemory {
  readonly memory: BundleMemoryLine['memory']
  readonly revisions?: readonly { readonly memory: BundleMemoryLine['memory'] }[]
  /** Memories forgotten along with it. */
  readonly along?: readonly StateOfMemory[]
}

function redactState<T extends object>(given: T, redactor: Redactor): T {
  const state = given as T & StateOfMemory
  const redactMemory = <M extends object>(memory: M) => redactMembers(memory, memoryTexts, redactor)
  return {
    ...state,
    memory: redactMemory(state.memory),
    ...(state.revisions && {
      revisions: state.revisions.map((each) => ({ ...each, memory: redactMemory(each.memory) })),
    }),
    ...(state.along && { along: state.along.map((each) => redactState(each, redactor)) }),
  }
}

function redactMembers<T extends object>(
  value: T,
  names: readonly string[],
  redactor: Redactor,
): T {
  const given = Object.entries(value).filter(([name]) => names.includes(name)) as [string, Json][]
  return { ...value, ...redactPayload(Object.fromEntries(given), redactor) }
}
