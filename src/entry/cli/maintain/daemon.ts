import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'

export function registerDaemon(program: Command, context: CliContext): void {
  program
    .command('start')
    .description('Start the daemon that takes in what the hooks captured')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('start', 'start --json'))
    .action(async ({ json }: { json?: true }) => {
      const { ensureDaemon } = await import('../ensure-daemon.ts')
      const { started, daemon } = await ensureDaemon(context)
      const { token: _, ...shown } = daemon
      if (json) return context.printJson({ started, ...shown })
      const how = started ? 'started' : 'is running already'
      context.print(`The daemon ${how}: pid ${daemon.pid}, http://127.0.0.1:${daemon.port}`)
    })

  program
    .command('stop')
    .description('Stop the daemon; hooks go on capturing into the spool')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('stop'))
    .action(async ({ json }: { json?: true }) => {
      const { stopDaemonProcess } = await import('../daemon-process.ts')
      const stopped = await stopDaemonProcess(context.paths)
      if (json) return context.printJson({ stopped })
      context.print(stopped ? 'The daemon stopped.' : 'No daemon was running.')
    })
}
