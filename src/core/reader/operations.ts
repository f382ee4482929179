/** Learning by hand: lists what is unread, and reads it with the reader or the current agent. */
import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { isLearningOn, modelOf } from '../../contract/learning-text.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { idleSince, isGoingOn } from '../extraction/triggers.ts'
import { type BudgetPorts, readBudget } from '../ledger/limits.ts'
import { costOf, priceOf, readingTokens } from '../ledger/prices.ts'
import { toOutput } from '../memory/read-operations.ts'
import { missingFolder, missingSession, type ScopePorts } from '../memory/scope.ts'
import type { SessionPlace, UnreadSession } from '../ports/history.ts'
import type { LanguageModel, ModelRequest } from '../ports/models.ts'
import { type LearningPorts, learnFrom } from './jobs.ts'
import { fewestOwnCharacters, readSession } from './read-session.ts'

export interface ReaderOperationPorts
  extends Pick<ScopePorts, 'projectOf' | 'findProject' | 'findSession'>,
    Omit<BudgetPorts, 'config'> {
  readonly learning: LearningPorts
  readonly config: () => Pick<Config, 'budget' | 'learning' | 'models'>
}

export function createReaderOperations(
  ports: ReaderOperationPorts,
): Pick<OperationHandlers, 'extractSession' | 'listUnread' | 'learnNext'> {
  const { learning, clock } = ports
  const unread = (projectId: string | undefined, since?: string) =>
    learning.history.unreadSessions({
      projectId,
      since,
      quietSince: idleSince(clock.now()),
      fewestCharacters: fewestOwnCharacters,
    })
  return {
    async extractSession({ id, again }) {
      if (!isLearningOn(learning.settings())) {
        throw new ThroughlineError('conflict', 'learning is switched off', {
          hint: 'throughline config set learning.rules true',
        })
      }
      const session = await requireSession(id)
      const signal = AbortSignal.timeout(longestMs)
      const options = { signal, again, byHand: true }
      const { readBy, problem, results } = await learnFrom(session, learning, options)
      return {
        sessionId: session.sessionId,
        ...(readBy !== undefined && { readBy }),
        ...(problem && { problem: problem.reason }),
        found: results.map(({ outcome, memory }) => ({ outcome, memory: toOutput(memory) })),
      }
    },
    async listUnread({ project, since }) {
      const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
      return offer(await unread(projectId, since), ports)
    },
    async learnNext({ project, folder, session: given, reply, by }) {
      const projectId = await projectIn(project, folder)
      const read = given === undefined ? undefined : await requireSession(given)
      const first = read && (await readWithCurrentAgent(read, reply, by, learning))
      const stored = first?.stored ?? 0
      const sessions = await unread(projectId)
      if (first?.request && read) {
        const left = Math.max(1, sessions.length)
        return { stored, left, session: read.sessionId, request: first.request }
      }
      for (const [at, { id }] of sessions.entries()) {
        const { request } = await readWithCurrentAgent(
          await requireSession(id),
          undefined,
          by,
          learning,
        )
        if (request !== undefined) {
          return { stored, left: sessions.length - at, session: id, request }
        }
      }
      return { stored, left: 0 }
    },
  }

  async function requireSession(reference: string): Promise<SessionPlace> {
    const found = await ports.findSession(reference)
    const session = found && (await learning.history.sessionPlace(found.id))
    if (!session) throw missingSession(reference)
    return session
  }

  async function projectIn(project?: string, folder?: string): Promise<string | undefined> {
    if (project !== undefined) return (await ports.findProject(project)).id
    const here = await ports.projectOf(folder, { register: false })
    if (here.kind === 'missing') throw missingFolder({ folder })
    if (here.kind === 'project') return here.id
    throw new ThroughlineError('not-found', 'there is no project here', {
      hint: 'name it: project, or a folder of it',
    })
  }
}

const longestMs = 10 * 60_000

async function offer(
  found: readonly UnreadSession[],
  ports: ReaderOperationPorts,
): ReturnType<OperationHandlers['listUnread']> {
  const { learning, models } = ports.config()
  const { reader } = learning
  const model = reader === 'off' ? '' : modelOf(reader, models)
  const price = model === '' ? undefined : priceOf(model, reader === 'ollama', models.prices)
  const { today, limits } = await readBudget(ports)
  const left = {
    tokens: (limits.dailyTokens ?? Number.POSITIVE_INFINITY) - today.tokens,
    costUsd: (limits.dailyUsd ?? Number.POSITIVE_INFINITY) - today.costUsd,
  }
  let tokens = 0
  let costUsd = 0
  let affordable = 0
  const sessions = found.map(({ id, project, startedAt, characters }) => {
    const needed = readingTokens(characters)
    tokens += needed.input + needed.output
    if (price) costUsd += costOf(price, needed.input, needed.output)
    if (tokens <= left.tokens && costUsd <= left.costUsd) affordable += 1
    return { id, project, startedAt, tokens: needed.input + needed.output }
  })
  return {
    sessions,
    tokens,
    reader,
    ...(model !== '' && { model }),
    ...(price && { costUsd }),
    affordable,
  }
}

/**
 * Treats the current agent as a model that answers between two calls: the first request without an
 * answer ends the reading, and the agent gets it next.
 */
async function readWithCurrentAgent(
  session: SessionPlace,
  reply: string | undefined,
  by: string,
  learning: LearningPorts,
): Promise<{ readonly stored: number; readonly request?: string }> {
  const answers = reply === undefined ? [] : [reply]
  let open: ModelRequest | undefined
  const model: LanguageModel = {
    provider: 'agent',
    model: by,
    probe: async () => 'ready',
    async complete(request) {
      const text = answers.shift()
      if (text !== undefined) return { text, isCut: false, isRefusal: false, usage: undefined }
      open = request
      throw new Unanswered()
    },
  }
  const before = await learning.extractions.countItems(session.sessionId)
  const stored = async () => (await learning.extractions.countItems(session.sessionId)) - before
  const ports = { ...learning, reader: async () => model }
  const signal = AbortSignal.timeout(longestMs)
  try {
    const isOngoing = isGoingOn(session, learning.clock.now())
    await readSession(session, ports, { signal, byHand: true, isOngoing })
    return { stored: await stored() }
  } catch (error) {
    if (!open || !(error instanceof Unanswered)) throw error
    return { stored: await stored(), request: `${open.system}\n\n${open.prompt}` }
  }
}

class Unanswered extends Error {}
