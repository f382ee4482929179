import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import type { DemoOptions } from '../demo/run-demo.ts'
import { examples } from '../examples.ts'

export function registerDemo(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description('Capture a sample session in a temporary home, to see how it works')
    .option('--stay', 'leave the dashboard up until you press Ctrl-C')
    .option('--keep', 'keep the temporary home to look around in')
    .addHelpText('after', examples('demo', 'demo --stay', 'demo --keep'))
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import('../demo/run-demo.ts')
      await runDemo(context, options)
    })
}
