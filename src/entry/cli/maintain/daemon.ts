import type { Command } from '../command.ts'
import { ensureDaemon, stopDaemonProcess } from '../daemon-process.ts'

export const startCommand: Command = {
  examples: ['start', 'start --json'],
  async run(context, options) {
    const { started, daemon } = await ensureDaemon(context)
    const { token: _, ...shown } = daemon
    if (options.json) return context.printJson({ started, ...shown })
    const how = started ? 'started' : 'is already running'
    context.print(`The daemon ${how}: pid ${daemon.pid}, http://127.0.0.1:${daemon.port}`)
  },
}

export const stopCommand: Command = {
  examples: ['stop'],
  async run(context, options) {
    const stopped = await stopDaemonProcess(context.paths)
    if (options.json) return context.printJson({ stopped })
    context.print(stopped ? 'The daemon stopped.' : 'No daemon was running.')
  },
}
