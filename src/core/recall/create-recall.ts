/** The recall operation: updates the index, then searches within the right scopes. */
import type { Config } from '../../contract/config.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import type { NearQuestion, NearResult } from '../embedding/find-near.ts'
import { addressesToRead, type ScopePorts, unverifiedClaimOf } from '../memory/scope.ts'
import { describeUntrue, type UntruePorts } from '../memory/untrue/find-untrue.ts'
import { projectPath } from '../model/folder-path.ts'
import type { History } from '../ports/history.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { Clock } from '../ports/runtime.ts'
import type { SearchFilter, SearchReader } from '../ports/search-index.ts'
import { type DescribedHit, type DescriptionPorts, describeHits } from './describe-hits.ts'
import { describeExplanation } from './explain.ts'
import { recall } from './recall.ts'
import { findMarks } from './snippet.ts'

export interface ScopedRecallPorts extends DescriptionPorts, Omit<UntruePorts, 'history'> {
  readonly history: DescriptionPorts['history'] & Pick<History, 'sessions' | 'learnedAt'>
  /** Indexes what was captured since. */
  readonly catchUp: () => Promise<unknown>
  readonly search: SearchReader
  readonly projects: Pick<ProjectStore, 'list' | 'find'>
  readonly scopes: ScopePorts
  readonly clock: Clock
  readonly config: () => Pick<Config, 'halfLives'>
  /** Finds by meaning; undefined without an embedder. */
  readonly findNear?: ((question: NearQuestion) => Promise<NearResult | undefined>) | undefined
}

/** Sessions only on request: a session's document repeats its first prompt. */
const singleTypes = ['memory', 'turn', 'tool-event', 'commit'] as const

const mostNear = 100
const nearLimitMs = 1_500

export function createRecall(ports: ScopedRecallPorts) {
  return async (input: InputOf<'recall'>): Promise<OutputOf<'recall'>> => {
    await ports.catchUp()
    const inTime = await search(input)
    const isWidened = inTime.total === 0 && input.widen && isLimitedInTime(input)
    const { hits, filter, withoutDate } = isWidened ? await search(withoutTime(input)) : inTime
    const shown = await describeHits(hits, filter, ports)
    const claim = await unverifiedClaimOf(input, ports.scopes)
    const projects = new Map((await ports.projects.list()).map(({ id, name }) => [id, name]))
    const untrueOf = await describeUntrueHits(shown, input.folder, ports)
    const titles = input.explain ? await titlesOf(shown, ports.history) : new Map()
    return {
      hits: shown.map((hit) => ({
        ...toHit(hit, projects, input.explain),
        ...untrueOf(hit.id),
        ...(titles.has(hit.sessionId) && { sessionTitle: titles.get(hit.sessionId) }),
      })),
      ...((withoutDate || isWidened) && hits.length > 0 && { withoutDate: true }),
      ...(claim && { unverifiedClaim: claim }),
    }
  }

  async function search(input: InputOf<'recall'>) {
    const filter = await toFilter(input, ports)
    const near = await ports.findNear?.({
      text: input.query,
      filter,
      limit: mostNear,
      signal: AbortSignal.timeout(nearLimitMs),
    })
    const result = await recall(
      {
        text: input.query,
        filter,
        limit: input.limit,
        offset: input.offset,
        near,
        by: wantsSessions(input) ? 'session' : 'document',
        ...(input.weak && { threshold: 0 }),
      },
      { index: ports.search, clock: ports.clock, halfLives: ports.config().halfLives },
    )
    return { ...result, filter }
  }
}

async function describeUntrueHits(
  hits: readonly DescribedHit[],
  folder: string | undefined,
  { memories, scopes, ...others }: ScopedRecallPorts,
) {
  const ids = hits.flatMap(({ type, id }) => (type === 'memory' ? [id] : []))
  const ports = { ...others, projectOf: scopes.projectOf }
  return describeUntrue(await memories.findMany(ids), folder, ports)
}

/** By session. */
async function titlesOf(
  hits: readonly DescribedHit[],
  history: Pick<History, 'sessions'>,
): Promise<ReadonlyMap<string | undefined, string>> {
  const ids = [...new Set(hits.flatMap(({ sessionId }) => sessionId ?? []))]
  if (ids.length === 0) return new Map()
  const sessions = await history.sessions({ ids, limit: ids.length, offset: 0 })
  return new Map(sessions.map(({ id, title }) => [id, title]))
}

const isLimitedInTime = ({ since, until, asOf }: InputOf<'recall'>) =>
  (since ?? until ?? asOf) !== undefined

const withoutTime = (input: InputOf<'recall'>): InputOf<'recall'> => {
  return { ...input, since: undefined, until: undefined, asOf: undefined }
}

function wantsSessions({ types }: InputOf<'recall'>): boolean {
  return types?.length === 1 && types[0] === 'session'
}

async function toFilter(input: InputOf<'recall'>, ports: ScopedRecallPorts): Promise<SearchFilter> {
  const addresses = await addressesToRead(input, ports.scopes)
  return {
    ...(addresses === 'all' ? { scope: input.scope } : { scopes: addresses }),
    // Sessions are found by their contents, so their turns are searched too.
    types: wantsSessions(input) ? undefined : (input.types ?? singleTypes),
    kinds: input.kind === undefined ? undefined : [input.kind],
    host: input.host,
    branch: input.branch,
    file: await fileOf(input, ports.scopes),
    from: input.since,
    to: input.until,
    ...(input.asOf === undefined
      ? { validNow: ports.clock.now().toISOString() }
      : { validAt: input.asOf }),
  }
}

async function fileOf(
  { file, folder }: InputOf<'recall'>,
  scopes: ScopePorts,
): Promise<string | undefined> {
  if (file === undefined) return undefined
  const here = await scopes.projectOf(folder, { register: false })
  return projectPath(file, here.kind === 'project' ? here.root : undefined)
}

type HitOutput = OutputOf<'recall'>['hits'][number]

export function toHit(
  hit: DescribedHit,
  projects: ReadonlyMap<string, string>,
  explained: boolean,
): HitOutput {
  return {
    id: hit.id,
    type: hit.type,
    text: hit.text,
    answer: hit.answer,
    toolCall: hit.toolCall,
    tool: hit.tool,
    outdated: hit.outdated,
    ...(hit.amends.length > 0 && { amends: [...hit.amends] }),
    amendedBy: hit.amendedBy,
    at: hit.at ?? '',
    project: hit.projectId === undefined ? undefined : projects.get(hit.projectId),
    session: hit.sessionId,
    ...(hit.type === 'memory' && {
      kind: hit.kind as HitOutput['kind'],
      scope: hit.scope?.scope,
      pinned: hit.pinned,
      standing: hit.isCandidate ? ('candidate' as const) : ('memory' as const),
      author: hit.author,
    }),
    trust: hit.trust,
    ...(hit.commit !== undefined && { commit: hit.commit, author: hit.author }),
    ...(explained && {
      relevance: Math.round(hit.relevance * 100) / 100,
      explanation: describeExplanation(hit.explanation).split('; '),
      marks: findMarks([hit.text, hit.answer, hit.toolCall].join('\n'), hit.explanation.terms),
    }),
  }
}
