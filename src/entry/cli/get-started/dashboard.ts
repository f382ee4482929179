import { spawn } from 'node:child_process'
import type { RunFile } from '../../../compose/presence.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { type Command, option } from '../command.ts'
import { ensureDaemon } from '../daemon-process.ts'

export const dashboardCommand: Command = {
  options: [
    option('--no-open', 'Only print the link'),
    option('--json', 'Print the link as JSON and open nothing'),
  ],
  examples: ['dashboard', 'dashboard --no-open'],
  async run(context, options) {
    const { daemon } = await ensureDaemon(context)
    const link = await createSignInLink(daemon)
    if (options.json) return context.printJson({ url: link, port: daemon.port })
    // A piped link is not meant for the browser.
    if (options.open && context.isTerminal) openOnDesktop(link)
    context.print(link)
    context.print('The link works once, for a minute. For another: throughline dashboard')
  },
}

/** @throws ThroughlineError `daemon-failed`, e.g. when an older daemon is running */
export async function createSignInLink({ port, token }: RunFile): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/sign-in-codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) {
    throw new ThroughlineError('daemon-failed', 'the running daemon has no dashboard', {
      hint: 'throughline stop, then throughline dashboard',
    })
  }
  const { path } = (await response.json()) as { path: string }
  return `http://127.0.0.1:${port}${path}`
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a link or a folder. If that fails, the user still sees the printed address. */
export function openOnDesktop(link: string): void {
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open']
  const opener = spawn(program, [...args, link], { detached: true, stdio: 'ignore' })
  opener.once('error', () => undefined)
  opener.unref()
}
