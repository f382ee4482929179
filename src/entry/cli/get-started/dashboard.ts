import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'

interface DashboardOptions {
  readonly open: boolean
  readonly json?: true
}

export function registerDashboard(program: Command, context: CliContext): void {
  program
    .command('dashboard')
    .description('Open the dashboard in your browser')
    .option('--no-open', 'only print the link')
    .option('--json', 'print the link as JSON and open nothing')
    .addHelpText('after', examples('dashboard', 'dashboard --no-open'))
    .action(async ({ open, json }: DashboardOptions) => {
      const { ensureDaemon } = await import('../ensure-daemon.ts')
      const { createSignInLink, openInBrowser } = await import('../sign-in-link.ts')
      const { daemon } = await ensureDaemon(context)
      const link = await createSignInLink(daemon)
      if (json) return context.printJson({ url: link, port: daemon.port })
      // Somebody who pipes the link has other plans with it.
      if (open && context.isTerminal) openInBrowser(link)
      context.print(link)
      context.print('It signs one browser in, once, within a minute.')
    })
}
