/** Commands on the whole program: a store that writes, schemas for every input. */
import { type Local, openLocal } from '../../compose/local.ts'
import { operations } from '../../contract/operations/index.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { readCallerNames } from '../../core/model/caller-names.ts'
import { findUnknownSettings, loadConfig } from '../../home/config.ts'
import { ensureHome } from '../../home/ensure-home.ts'
import type { HomePaths } from '../../home/paths.ts'
import { askAsAgent } from './agent-authority.ts'
import type { Ask, AskableLocal, Backend, CliWorld, Reader } from './context.ts'

export function fullBackend(world: CliWorld, paths: HomePaths): Backend {
  const { env, userHome } = world
  const withLocal: Backend['withLocal'] = async (work) => {
    const projectName = env.THROUGHLINE_PROJECT
    const caller = readCallerNames(env).names
    const local = await openLocal({ root: paths.root, userHome, env, projectName, caller })
    try {
      reportReplaced(world, local)
      return await work({ ...local, ask: askOf(local, world) })
    } finally {
      local.close()
    }
  }
  const withFreshLocal: Backend['withLocal'] = (work) =>
    withLocal(async (local) => {
      await drainBriefly(local)
      return work(local)
    })
  return {
    openHome: () => ensureHome(paths.root),
    loadConfig: async () => loadConfig(paths.config, env),
    unknownSettings: async () => findUnknownSettings(paths.config),
    withLocal,
    withFreshLocal,
    read: (work) => withLocal((local) => work(readerOn(local))),
    readFresh: (work) => withFreshLocal((local) => work(readerOn(local))),
  }
}

function askOf(local: Local, { agent, writeError }: CliWorld): Ask {
  if (agent) return askAsAgent(local, agent, (remark) => writeError(`${remark}\n`))
  const handlers = local.operations
  return (name, given) =>
    handlers[name](parseInput(operations[name].input, given) as never) as Promise<never>
}

function readerOn({ ask, findHost }: AskableLocal): Reader {
  return {
    ask,
    async requireHost(name) {
      findHost(name)
    },
  }
}

function reportReplaced({ writeError }: CliWorld, { replacedDatabase }: Local): void {
  if (!replacedDatabase) return
  const { file, savedMemories } = replacedDatabase
  const saved = `the new one has ${savedMemories} of its memories`
  writeError(`the database was damaged and moved to ${file}; ${saved}\n`)
}

const drainLimitMs = 3_000

/** Reading goes on if the database cannot be written; `throughline doctor` reports it. */
async function drainBriefly(local: AskableLocal): Promise<void> {
  try {
    await local.drain(AbortSignal.timeout(drainLimitMs))
  } catch (error) {
    local.log.warn('the spool could not be drained', { error })
  }
}
