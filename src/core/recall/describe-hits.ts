/**
 * What a hit shows: of a memory its content, of a turn what was asked and what came of it, with the
 * tool call in which it was found, and whether it still holds.
 */
import type { TrustLevel } from '../../contract/vocabulary.ts'
import type { Memory } from '../model/memory.ts'
import type { SessionReader, SpokenTurn, TurnReader } from '../ports/history.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { SearchFilter } from '../ports/search-index.ts'
import { findOutdated, type Outdated } from './outdated.ts'
import { findPassage } from './passage.ts'
import type { RecallHit } from './recall.ts'

export interface DescriptionPorts {
  readonly history: Pick<TurnReader, 'spoken' | 'toolEvents'> & Pick<SessionReader, 'sessionPlace'>
  readonly memories: Pick<MemoryReader, 'findMany' | 'learnedFrom' | 'revisions'>
}

export interface DescribedHit extends RecallHit {
  readonly text: string
  readonly answer?: string | undefined
  readonly toolCall?: string | undefined
  /** Name of the tool, of a tool event. */
  readonly tool?: string | undefined
  readonly outdated?: Outdated | undefined
  /** The teammate who wrote the memory. */
  readonly author?: string | undefined
  /** Whose word the memory is; of history only if it is a repository's. */
  readonly trust?: TrustLevel | undefined
}

export async function describeHits(
  hits: readonly RecallHit[],
  { scopes }: SearchFilter,
  { history, memories }: DescriptionPorts,
): Promise<DescribedHit[]> {
  const turnIds = hits.flatMap((hit) => turnOf(hit) ?? [])
  const turns = new Map((await history.spoken(turnIds)).map((turn) => [turn.id, turn]))
  const described = hits.map((hit) => describe(hit, turns.get(turnOf(hit) ?? '')))
  const statements = described.map(({ type, id }) => ({
    type,
    id,
    said: [turns.get(id)?.prompt, turns.get(id)?.answer].join('\n'),
  }))
  const outdated = await findOutdated(
    statements,
    memories,
    ({ scope, scopeId }) =>
      scopes?.some((each) => each.scope === scope && each.scopeId === scopeId) ?? true,
  )
  const found = await memoriesOf(hits, memories)
  const tools = await toolsOf(hits, history)
  const trusts = await trustsOf(hits, history)
  return described.map((hit) => ({
    ...hit,
    outdated: outdated.get(hit.id),
    author: found.get(hit.id)?.author?.name,
    trust: found.get(hit.id)?.trust ?? trusts.get(hit.sessionId ?? ''),
    tool: tools.get(hit.id),
  }))
}

async function memoriesOf(
  hits: readonly RecallHit[],
  memories: DescriptionPorts['memories'],
): Promise<ReadonlyMap<string, Memory>> {
  const ids = hits.filter(({ type }) => type === 'memory').map(({ id }) => id)
  const found = ids.length === 0 ? [] : await memories.findMany(ids)
  return new Map(found.map((memory) => [memory.id, memory]))
}

/** By session. */
async function trustsOf(
  hits: readonly RecallHit[],
  history: DescriptionPorts['history'],
): Promise<ReadonlyMap<string, TrustLevel | undefined>> {
  const ids = hits.flatMap(({ type, sessionId }) => (type === 'memory' ? [] : (sessionId ?? [])))
  const trusts = [...new Set(ids)].map(
    async (id) => [id, (await history.sessionPlace(id))?.trust] as const,
  )
  return new Map(await Promise.all(trusts))
}

async function toolsOf(
  hits: readonly RecallHit[],
  history: DescriptionPorts['history'],
): Promise<ReadonlyMap<string, string>> {
  const ids = hits.filter(({ type }) => type === 'tool-event').map(({ id }) => id)
  const found = ids.length === 0 ? [] : await history.toolEvents(ids)
  return new Map(found.map(({ id, toolName }) => [id, toolName]))
}

/** A session is shown by its best turn. */
function turnOf({ type, id, shownBy }: RecallHit): string | undefined {
  if (type === 'turn') return id
  return type === 'session' && shownBy?.type === 'turn' ? shownBy.id : undefined
}

function describe(hit: RecallHit, turn: SpokenTurn | undefined): DescribedHit {
  const { snippet, matched } = hit
  if (!turn) return { ...hit, text: snippet }
  const passage = (text: string | undefined) =>
    text === undefined ? undefined : findPassage(text, matched) || undefined
  return {
    ...hit,
    text: passage(turn.prompt) ?? '',
    answer: passage(turn.answer) ?? changes(hit),
    ...(hit.shownBy?.type === 'tool-event' && { toolCall: snippet }),
  }
}

const mostFiles = 5

/** An answer may be missing, for example after an interruption. */
function changes({ shownBy, files }: RecallHit): string | undefined {
  if (shownBy?.type !== 'turn' || files.length === 0) return undefined
  const more = files.length > mostFiles ? ` and ${files.length - mostFiles} more` : ''
  return `changed ${files.slice(0, mostFiles).join(', ')}${more}`
}
