/**
 * What a hit shows: a memory its content; a turn its request and answer, with the tool call in which
 * it was found; a commit its subject and reason; and whether it is outdated.
 */
import type { TrustLevel } from '../../contract/vocabulary.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { CommitStore, ProjectCommit } from '../ports/commit-store.ts'
import type { History, SpokenTurn } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { SearchFilter } from '../ports/search-index.ts'
import { isStopWord } from '../text/common-words.ts'
import { safeText } from '../text/safe-text.ts'
import { readSentences } from '../text/sentences.ts'
import { tokenise } from '../text/tokenise.ts'
import type { RecallHit } from './recall.ts'
import { findSnippet, toLine } from './snippet.ts'

export interface DescriptionPorts {
  readonly history: Pick<History, 'spoken' | 'toolEvents' | 'sessionPlace'>
  readonly memories: Pick<MemoryStore, 'findMany' | 'learnedFrom' | 'revisions'>
  readonly commits: Pick<CommitStore, 'findMany'>
}

export interface DescribedHit extends RecallHit {
  readonly text: string
  readonly answer?: string | undefined
  readonly toolCall?: string | undefined
  /** The tool's name, for a tool event. */
  readonly tool?: string | undefined
  readonly outdated?: Outdated | undefined
  /** The teammate who wrote the memory, or the author of the commit. */
  readonly author?: string | undefined
  /** The hash. */
  readonly commit?: string | undefined
  /** Whose word it is; for history only if it is a repository's. */
  readonly trust?: TrustLevel | undefined
}

export async function describeHits(
  hits: readonly RecallHit[],
  { scopes }: SearchFilter,
  { history, memories, commits }: DescriptionPorts,
): Promise<DescribedHit[]> {
  const turnIds = hits.flatMap((hit) => turnOf(hit) ?? [])
  const turns = new Map((await history.spoken(turnIds)).map((turn) => [turn.id, turn]))
  const found = await memoriesOf(hits, memories)
  const described = hits.map((hit) =>
    describe(hit, turns.get(turnOf(hit) ?? ''), found.get(hit.id)),
  )
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
  const tools = await toolsOf(hits, history)
  const trusts = await trustsOf(hits, history)
  const committed = await commitsOf(hits, commits)
  return described.map((hit) => {
    const commit = committed.get(hit.id)
    if (commit) return describeCommit(hit, commit)
    return {
      ...hit,
      outdated: outdated.get(hit.id),
      author: found.get(hit.id)?.author?.name,
      trust: found.get(hit.id)?.trust ?? trusts.get(hit.sessionId ?? ''),
      tool: tools.get(hit.id),
    }
  })
}

async function commitsOf(
  hits: readonly RecallHit[],
  commits: DescriptionPorts['commits'],
): Promise<ReadonlyMap<string, ProjectCommit>> {
  const ids = hits.filter(({ type }) => type === 'commit').map(({ id }) => id)
  const found = ids.length === 0 ? [] : await commits.findMany(ids)
  return new Map(found.map((commit) => [commit.id, commit]))
}

/** Anyone who can commit may have written it, to be read by an agent. */
function describeCommit(hit: DescribedHit, { hash, author, message }: ProjectCommit): DescribedHit {
  const [subject = '', ...body] = message.split('\n')
  const reason = safeText(findPassage(body.join('\n').trim(), hit.matched))
  return {
    ...hit,
    ...{ text: safeText(subject), commit: hash, author, trust: 'repository' },
    answer: reason === '' ? undefined : reason,
  }
}

/** Most memories are shorter, and half of one misleads. */
const longestMemory = 400

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

function describe(
  hit: RecallHit,
  turn: SpokenTurn | undefined,
  memory: Memory | undefined,
): DescribedHit {
  const { whole, matched } = hit
  if (memory) return { ...hit, text: toLine(memory.content, longestMemory) }
  if (!turn) return { ...hit, text: findSnippet(whole, matched) }
  const passage = (text: string | undefined) =>
    text === undefined ? undefined : findPassage(text, matched) || undefined
  return {
    ...hit,
    text: passage(turn.prompt) ?? '',
    answer: passage(turn.answer) ?? changes(hit),
    ...(hit.shownBy?.type === 'tool-event' && { toolCall: findSnippet(whole, matched) }),
  }
}

const mostFiles = 5

/** An answer may be missing, for example after an interruption. */
function changes({ shownBy, files }: RecallHit): string | undefined {
  if (shownBy?.type !== 'turn' || files.length === 0) return undefined
  const more = files.length > mostFiles ? ` and ${files.length - mostFiles} more` : ''
  return `changed ${files.slice(0, mostFiles).join(', ')}${more}`
}

const longestPassage = 240
/** A passage must not cost more than the search. */
const mostRead = 20_000

/**
 * The part of a prompt or answer that matches, as prose on one line: the sentence with most of the
 * terms, and as many of the following ones as fit.
 */
export function findPassage(text: string, terms: readonly string[]): string {
  const read = beginningAndEnd(text)
  const wanted = new Set(terms)
  const sentences = readSentences(read).map((sentence) => sentence.text)
  const held = sentences.map((sentence) => countHeld(sentence, wanted))
  const most = Math.max(0, ...held)
  const literal = findSnippet(read, terms)
  // Code, logs and quotes are not prose, but may be what was asked for.
  if (sentences.length === 0 || countHeld(literal, wanted) > most) return literal
  return joinFrom(sentences, held.indexOf(most))
}

function countHeld(text: string, wanted: ReadonlySet<string>): number {
  return new Set(tokenise(text).filter((term) => wanted.has(term))).size
}

function beginningAndEnd(text: string): string {
  if (text.length <= mostRead) return text
  return `${text.slice(0, mostRead / 2)}\n${text.slice(-mostRead / 2)}`
}

function joinFrom(sentences: readonly string[], first: number): string {
  let passage = sentences[first] ?? ''
  for (const next of sentences.slice(first + 1)) {
    if (passage.length + 1 + next.length > longestPassage) break
    passage += ` ${next}`
  }
  return passage.length <= longestPassage
    ? passage
    : `${[...passage].slice(0, longestPassage - 1).join('')}…`
}

interface Outdated {
  readonly how: 'superseded' | 'fixed'
  /** The memory that is valid now. */
  readonly by: string
  readonly text: string
}

interface Statement {
  readonly type: string
  readonly id: string
  /** All that was said in the turn. */
  readonly said: string
}

/** The hits that were superseded or fixed since. @returns by the hit's id, what is valid now */
async function findOutdated(
  statements: readonly Statement[],
  memories: DescriptionPorts['memories'],
  isReadable: (address: ScopeAddress) => boolean,
): Promise<Map<string, Outdated>> {
  const outdated = new Map<string, Outdated>()
  const idsOf = (type: string) =>
    statements.filter((each) => each.type === type).map(({ id }) => id)
  const saidBy = new Map(statements.map(({ id, said }) => [id, said]))
  const note = (id: string, now: Memory) => {
    if (!isReadable(now)) return
    const how = now.kind === 'fix' ? 'fixed' : 'superseded'
    outdated.set(id, { how, by: now.id, text: now.content })
  }
  for (const memory of await memories.findMany(idsOf('memory'))) {
    const now = await successorOf(memory, memories)
    if (now) note(memory.id, now)
  }
  for (const { turnId, memory } of await memories.learnedFrom(idsOf('turn'))) {
    const now = (await successorOf(memory, memories)) ?? memory
    const revisions = memory.version === 1 ? [] : await memories.revisions(memory.id)
    const former = [memory, ...revisions.map((revision) => revision.memory)]
    const said = saidBy.get(turnId) ?? ''
    if (former.some(({ content }) => saysOnlyFormer(said, content, now.content))) note(turnId, now)
  }
  return outdated
}

const mostSteps = 10

/** @returns undefined while it is valid, or if nothing took its place */
async function successorOf(
  memory: Memory,
  memories: DescriptionPorts['memories'],
): Promise<Memory | undefined> {
  let now = memory
  for (let step = 0; step < mostSteps && now.supersededBy !== undefined; step++) {
    const [next] = await memories.findMany([now.supersededBy])
    if (!next) break
    now = next
  }
  return now === memory || now.validTo !== undefined ? undefined : now
}

/** A turn may be the source of both versions, so its own words decide. */
function saysOnlyFormer(said: string, former: string, now: string): boolean {
  const [inTurn, before, after] = [wordsOf(said), wordsOf(former), wordsOf(now)]
  const saysLost = [...before].some((word) => !after.has(word) && inTurn.has(word))
  const lacksGained = [...after].some((word) => !before.has(word) && !inTurn.has(word))
  return saysLost && lacksGained
}

function wordsOf(text: string): Set<string> {
  return new Set(tokenise(text).filter((term) => !isStopWord(term)))
}
