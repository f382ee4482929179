/** The link that lets a browser into the dashboard, and what opens it on each system. */
import { spawn } from 'node:child_process'
import type { RunFile } from '../../compose/presence.ts'
import { ThroughlineError } from '../../contract/errors.ts'

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

/** Where nothing opens it, the printed link is there. */
export function openInBrowser(link: string): void {
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open']
  const opener = spawn(program, [...args, link], { detached: true, stdio: 'ignore' })
  opener.once('error', () => undefined)
  opener.unref()
}
