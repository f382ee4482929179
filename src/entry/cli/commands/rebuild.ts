import type { Command } from 'commander'
import type { Local } from '../../../compose/local.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { count } from '../present.ts'
import { startProgress } from '../progress.ts'

export function registerRebuild(program: Command, context: CliContext): void {
  program
    .command('rebuild')
    .description('Make the search index and the digests anew from memories and captured sessions')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('rebuild'))
    .action(async ({ json }: { json?: true }) => {
      await context.withFreshLocal(async (local) => {
        const { totals } = await local.operations.getStatus({})
        const progress = json
          ? undefined
          : await startProgress(context, 'Rebuilding the search index', totals.sessions)
        let seen = 0
        const rebuilt = await local.rebuilding.index(({ sessions }) => {
          if (sessions > seen) progress?.advance(`session ${sessions} of ${totals.sessions}`)
          seen = sessions
        })
        const { memories, sessions } = rebuilt
        const what = `${memories === 1 ? '1 memory' : `${memories} memories`}, ${count(sessions, 'session')}`
        progress?.done(`The search index is new: ${what}`)
        const digests = await rebuildDigests(context, local, { json, sessions })
        if (json) context.printJson({ ...rebuilt, digests })
      })
    })
}

/** @returns of how many sessions */
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
  progress?.done(`The digests are new: ${count(digests, 'session')}`)
  return digests
}
