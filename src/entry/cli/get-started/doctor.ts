import type { Command } from 'commander'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'

const signs = { ok: '✓', warn: '!', fail: '✗' } as const

export function registerDoctor(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description('Check everything and say what to do about what is wrong')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async ({ json }: { json?: true }) => {
      const { healthy, checks } = await check(context)
      context.exitCode = healthy ? 0 : 1
      if (json) return context.printJson({ healthy, checks })
      for (const { state, subject, detail, hint } of checks) {
        context.print(`${signs[state]} ${subject}: ${detail}`)
        if (hint) context.print(`    ${hint}`)
      }
    })
}

/** Where the store cannot be opened, everything else is still checked. */
async function check(context: CliContext): Promise<OutputOf<'checkHealth'>> {
  const folder = currentFolder(context)
  try {
    return await context.withLocal((local) => local.operations.checkHealth({ folder }))
  } catch (error) {
    const { checkWithoutStore } = await import('../../../compose/health.ts')
    return checkWithoutStore(context, folder, error)
  }
}

/** Undefined in a folder that was removed. */
function currentFolder(context: CliContext): string | undefined {
  try {
    return context.cwd
  } catch {
    return undefined
  }
}
