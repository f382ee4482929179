import type { Local } from '../../../compose/local.ts'
import type { Command } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'
import { startProgress } from './progress.ts'

const indexSteps = 20

export const rebuildCommand: Command = {
  examples: ['rebuild'],
  async run(context, { json: asJson }) {
    await context.withFreshLocal(async (local) => {
      const progress = asJson
        ? undefined
        : await startProgress(context, 'Rebuilding the search index', indexSteps)
      let step = 0
      const rebuilt = await local.rebuilding.index((done, documents) => {
        const reached = Math.min(indexSteps, Math.floor((done / documents) * indexSteps))
        if (reached === step) return
        progress?.advance(`document ${done} of ${documents}`, reached - step)
        step = reached
      })
      const { memories, sessions } = rebuilt
      progress?.done(
        `Rebuilt the search index: ${memoryCount(memories)}, ${count(sessions, 'session')}`,
      )
      const digests = await rebuildDigests(context, local, { json: asJson, sessions })
      if (asJson) context.printJson({ ...rebuilt, digests })
    })
  },
}

/** @returns the number of sessions */
async function rebuildDigests(
  context: CliContext,
  local: Local,
  { json, sessions }: { json: true | undefined; sessions: number },
): Promise<number> {
  const progress = json
    ? undefined
    : await startProgress(context, 'Rebuilding the digests', sessions)
  const digests = await local.rebuilding.digests((done) =>
    progress?.advance(`session ${done} of ${sessions}`),
  )
  progress?.done(`Rebuilt the digests: ${count(digests, 'session')}`)
  return digests
}
