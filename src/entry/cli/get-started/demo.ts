import { type Command, option } from '../command.ts'
import type { DemoOptions } from '../demo/run-demo.ts'

export const demoCommand: Command = {
  options: [
    option('--stay', 'Leave the dashboard up until you press Ctrl-C'),
    option('--keep', 'Keep the temporary home to look around in'),
  ],
  hasNoJson: true,
  examples: ['demo', 'demo --stay', 'demo --keep'],
  async run(context, options) {
    const { runDemo } = await import('../demo/run-demo.ts')
    await runDemo(context, options as DemoOptions)
  },
}
