/**
 * What answers a command: the running daemon where it can, else the program itself, opened when the
 * first question needs it.
 */
import { existsSync } from 'node:fs'
import { type DaemonReply, requestDaemon } from '../../compose/hook/daemon-request.ts'
import { findHostProtocol, type Local, openLocal } from '../../compose/local.ts'
import { readAnnouncement } from '../../compose/presence.ts'
import { readInput } from '../../contract/parse-input.ts'
import { plainOperations } from '../../contract/plain.ts'
import { readCallerNames } from '../../core/model/caller-names.ts'
import { findUnknownSettings, loadConfig } from '../../home/config.ts'
import { ensureHome } from '../../home/ensure-home.ts'
import { allSwitchedOff } from '../../home/environment.ts'
import type { HomePaths } from '../../home/paths.ts'
import { version } from '../../home/version.ts'
import { askAsAgent } from './agent-authority.ts'
import type { Ask, AskableLocal, Backend, CliWorld } from './context.ts'

export function createBackend(world: CliWorld, paths: HomePaths): Backend {
  const { env, userHome } = world
  const open = async (isFresh: boolean): Promise<AskableLocal> => {
    // What was captured before can be read and deleted; nothing new begins.
    if (!existsSync(paths.database) && isOff(paths, env)) throw allSwitchedOff(world)
    const projectName = env.THROUGHLINE_PROJECT
    const caller = readCallerNames(env).names
    const local = await openLocal({ root: paths.root, userHome, env, projectName, caller })
    reportReplaced(world, local)
    if (isFresh) await drainBriefly(local)
    return { ...local, ask: askOf(local, world) }
  }
  const withLocal =
    (isFresh: boolean): Backend['withLocal'] =>
    async (work) => {
      const local = await open(isFresh)
      try {
        return await work(local)
      } finally {
        local.close()
      }
    }
  const read =
    (isFresh: boolean): Backend['read'] =>
    async (work) => {
      const askDaemon = daemonAsker(world, paths)
      let opened: Promise<AskableLocal> | undefined
      const ask: Ask = async (name, given) => {
        const answer = await askDaemon(name, given)
        if (answer !== undefined) return answer as never
        opened ??= open(isFresh)
        return (await opened).ask(name, given)
      }
      const requireHost = async (name: string) => void findHostProtocol(name)
      try {
        return await work({ ask, requireHost })
      } finally {
        await opened?.then(
          (local) => local.close(),
          () => undefined,
        )
      }
    }
  return {
    openHome: () => ensureHome(paths.root),
    loadConfig: async () => loadConfig(paths.config, env),
    unknownSettings: async () => findUnknownSettings(paths.config),
    withLocal: withLocal(false),
    withFreshLocal: withLocal(true),
    read: read(false),
    readFresh: read(true),
  }
}

/** Opening says what is wrong with settings or a home that cannot be read. */
function isOff(paths: HomePaths, env: CliWorld['env']): boolean {
  try {
    return !loadConfig(paths.config, env).enabled
  } catch {
    return false
  }
}

function askOf(local: Local, { agent: findAgent, writeError }: CliWorld): Ask {
  return (name, given) => {
    // Anyone may read.
    const isReading = plainOperations[name].http.method === 'get'
    const agent = isReading ? undefined : findAgent?.()
    if (agent) return askAsAgent(local, agent, (remark) => writeError(`${remark}\n`))(name, given)
    return local.operations[name](readInput(name, given) as never) as Promise<never>
  }
}

const patienceMs = 5_000

/** @returns how to ask the daemon. An undefined answer means that this process must answer */
function daemonAsker(
  { env, writeError }: CliWorld,
  paths: HomePaths,
): (...asked: Parameters<Ask>) => Promise<unknown> {
  // The daemon does not see this environment, and another version may answer differently.
  const isNamed = [env.THROUGHLINE_PROJECT, env.THROUGHLINE_SESSION, env.THROUGHLINE_AGENT].some(
    Boolean,
  )
  let canAsk = !isNamed && readAnnouncement(paths)?.version === version
  return async (name, given) => {
    const target = canAsk ? targetOf(name, given) : undefined
    if (target === undefined) return undefined
    const reply = await requestDaemon(paths.runFile, { method: 'GET', target }, patienceMs)
    canAsk = reply.kind === 'reply'
    if (reply.kind === 'failed') writeError(`${reply.reason}; reading the database instead\n`)
    return answerIn(reply)
  }
}

/** @returns undefined for an operation that is not a plain GET */
function targetOf(...[name, given]: Parameters<Ask>): string | undefined {
  const { path, method, without = [] } = plainOperations[name].http
  const input: Readonly<Record<string, unknown>> = readInput(name, given)
  if (method !== 'get' || without.some((field) => input[field] !== undefined)) return undefined
  const parameters = new URLSearchParams()
  let target = path
  for (const [field, value] of Object.entries(input)) {
    if (path.includes(`:${field}`)) {
      target = target.replace(`:${field}`, encodeURIComponent(`${value}`))
    } else parameters.set(field, String(value))
  }
  return `${target}?${parameters}`
}

/** If the daemon refuses, this process asks again: its error has the right message and hint. */
function answerIn(reply: DaemonReply): unknown {
  return reply.kind === 'reply' && reply.status === '200' ? JSON.parse(reply.body) : undefined
}

function reportReplaced({ writeError }: CliWorld, { replacedDatabase }: Local): void {
  if (!replacedDatabase) return
  const { file, savedMemories } = replacedDatabase
  const saved = `the new one has ${savedMemories} of its memories`
  writeError(`the database was damaged and moved to ${file}; ${saved}\n`)
}

const drainLimitMs = 3_000

/** Reading works even if the database cannot be written; `throughline doctor` reports that. */
async function drainBriefly(local: Local): Promise<void> {
  try {
    await local.drain(AbortSignal.timeout(drainLimitMs))
  } catch (error) {
    local.log.warn('the spool could not be drained', { error })
  }
}
