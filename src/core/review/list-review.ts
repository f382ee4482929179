/** Lists the review queue. Separate from decisions, so that quick commands load less. */
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { plainName } from '../../contract/team/author-name.ts'
import { reviewKinds } from '../../contract/vocabulary.ts'
import { toOutput as toMemoryOutput } from '../memory/read-operations.ts'
import type { ScopePorts } from '../memory/scope.ts'
import type { KnownSource, Memory } from '../model/memory.ts'
import type { History } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ReviewDecision } from '../ports/review-store.ts'
import { readSentences } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import { tokenise } from '../text/tokenise.ts'
import { cleanWording } from './clean-wording.ts'
import { type QueuePorts, readItems, readQueue } from './read-queue.ts'
import { isHint, type ReviewItem, type WaitReason } from './review-item.ts'
import { describeChanges } from './track-changes.ts'

export interface ListReviewPorts extends QueuePorts, Pick<ScopePorts, 'findProject'> {
  /** For a teammate's candidate; undefined if there are no teammates. */
  readonly whyWaiting?: ((memory: Memory) => Promise<WaitReason | undefined>) | undefined
  readonly memories: QueuePorts['memories'] & Pick<MemoryStore, 'sources'>
  readonly history: QueuePorts['history'] & Pick<History, 'turns'>
}

export async function listReview(
  { project, kind, limit, offset }: InputOf<'listReview'>,
  ports: ListReviewPorts,
): Promise<OutputOf<'listReview'>> {
  const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
  const queue = await readQueue(projectId, ports)
  const wanted = queue.filter((item) => (kind === undefined ? !isHint(item) : item.kind === kind))
  const last = await ports.reviews.lastDecision()
  const page = await readItems(wanted.slice(offset, offset + limit), ports)
  return {
    items: await Promise.all(
      page.map(async ({ proposal, ...item }) => ({
        ...(await explainWaiting(item, ports)),
        memories: item.memories.map(toMemoryOutput),
        ...(proposal && {
          proposal: await toProposalOutput(proposal, item.memories[0], ports),
        }),
        ...(item.kind === 'candidate' && {
          wording: proposeWording(item.memories),
          ...(await readSources(item.memories, ports)),
        }),
      })),
    ),
    total: wanted.length,
    overheard: kind === undefined ? queue.filter(isHint).length : 0,
    counts: reviewKinds.map((each) => ({
      kind: each,
      count: queue.filter((item) => item.kind === each).length,
    })),
    undoable: last && toDecisionOutput(last),
  }
}

/** Says what a teammate's candidate is waiting for. */
async function explainWaiting<
  Item extends Pick<ReviewItem, 'kind' | 'why' | 'suggestion'> & {
    readonly memories: readonly Memory[]
  },
>(item: Item, { whyWaiting }: ListReviewPorts): Promise<Item> {
  const [memory] = item.memories
  const waiting = memory && item.kind === 'candidate' ? await whyWaiting?.(memory) : undefined
  if (!waiting || !memory?.author) return item
  const why = `From ${plainName(memory.author.name)}: ${waiting.reason}.`
  return { ...item, why, suggestion: waiting.isSuspicious ? 'drop' : 'keep' }
}

export function toDecisionOutput(decided: ReviewDecision): OutputOf<'decideReview'> {
  const { key, kind, decision, memoryIds, dropped, because, at } = decided
  return { key, kind, decision, memoryIds: [...memoryIds], dropped, because, at }
}

async function toProposalOutput(
  proposal: NonNullable<ReviewItem['proposal']>,
  memory: Memory | undefined,
  { memories }: ListReviewPorts,
) {
  const { action, proposer, wanted, createdAt } = proposal
  const isAboutMemory = memory !== undefined && action !== 'store'
  const sources = isAboutMemory ? await memories.sources(memory.id) : (wanted.sources ?? [])
  return {
    action,
    by: proposer.kind,
    ...(proposer.host !== undefined && { host: proposer.host }),
    ...(proposer.reason !== undefined && { reason: proposer.reason }),
    ...(proposer.writtenAt !== undefined && { writtenAt: proposer.writtenAt }),
    changes: describeChanges(proposal, memory),
    canReword: action !== 'forget' && action !== 'pin',
    sources: [...sources],
    createdAt,
  }
}

/** A model words its own findings; rules only quote. */
function proposeWording([candidate]: readonly Memory[]): string | undefined {
  const isQuote = candidate?.source === 'heuristic' && candidate.trust === 'user'
  return isQuote ? cleanWording(candidate.content) : undefined
}

const mostTurns = 3
const mostCharacters = 300

async function readSources([candidate]: readonly Memory[], ports: ListReviewPorts) {
  if (!candidate) return { said: [] }
  const sources = await ports.memories.sources(candidate.id)
  const commits = sources.filter(({ type }) => type === 'commit')
  const said = await readSaid(candidate, sources, ports)
  return { said, ...(commits.length > 0 && { commits }) }
}

/**
 * The nearest sentences of user and agent in the turns a candidate was learned from, newest first.
 */
async function readSaid(
  { content }: Memory,
  sources: readonly KnownSource[],
  { history }: ListReviewPorts,
): Promise<OutputOf<'listReview'>['items'][number]['said']> {
  const ids = sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const turns = ids.length === 0 ? [] : await history.turns(ids)
  return turns
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
    .slice(0, mostTurns)
    .map(({ id, sessionId, host, startedAt, trust, prompt, answer }) => ({
      ...{ id, session: sessionId, host, at: startedAt, trust },
      user: nearestSentence(prompt, content),
      agent: nearestSentence(answer, content),
    }))
}

/** The sentence that shares most words with the statement, else the first. */
function nearestSentence(text: string | undefined, statement: string): string | undefined {
  const wanted = new Set(tokenise(statement))
  const shared = (sentence: string) =>
    new Set(tokenise(sentence).filter((term) => wanted.has(term))).size
  const sentences = readSentences(text ?? '').map((sentence) => sentence.text)
  const [nearest] = sentences.toSorted((a, b) => shared(b) - shared(a))
  return nearest === undefined ? undefined : shorten(nearest, mostCharacters)
}
