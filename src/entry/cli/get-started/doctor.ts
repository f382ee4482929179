import type { Command } from 'commander'
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
      const { examine } = await import('./examine.ts')
      const findings = await examine(context)
      context.exitCode = findings.some(({ state }) => state === 'fail') ? 1 : 0
      if (json) return context.printJson({ healthy: context.exitCode === 0, findings })
      for (const { state, subject, detail, hint } of findings) {
        context.print(`${signs[state]} ${subject}: ${detail}`)
        if (hint) context.print(`    ${hint}`)
      }
    })
}
