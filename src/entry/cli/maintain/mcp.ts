import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { ThroughlineError } from '../../../contract/errors.ts'
import { version } from '../../../home/version.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'

export function registerMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('Serve the memory to an agent over standard input and output (MCP)')
    .option('--folder <path>', 'the agent’s working folder, where a host starts servers elsewhere')
    .addHelpText('after', examples('mcp', 'mcp --folder ~/code/widgets'))
    .action(async ({ folder }: { folder?: string }) => {
      const { loadConfig, switchOnHint } = await import('../../../home/config.ts')
      if (!loadConfig(context.paths.config, context.env).enabled) {
        throw new ThroughlineError('conflict', 'throughline is switched off', {
          hint: switchOnHint(context),
        })
      }
      const workingFolder = folder === undefined ? context.cwd : context.resolvePath(folder)
      if (!statSync(workingFolder, { throwIfNoEntry: false })?.isDirectory()) {
        throw new ThroughlineError('invalid-input', `there is no folder "${workingFolder}"`)
      }
      if (context.isTerminal) {
        context.writeError('Agents start this and speak MCP to it; end it with Ctrl+D.\n')
      }
      const { serveOverStdio } = await import('../../mcp/stdio.ts')
      await context.withFreshLocal(({ operations, log, config, hosts }) =>
        serveOverStdio({
          operations,
          log,
          hosts,
          version,
          guidance: () => config().guidance.variant,
          folder: workingFolder,
        }),
      )
    })
}
