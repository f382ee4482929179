/** Runs a hook as the host does: the shim, with the payload on standard input. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { findHostProtocol } from '../../../compose/local.ts'
import { hookCommand } from '../../../compose/setup.ts'
import { hookShell } from '../../../core/setup/hook-command.ts'
import { type DemoHome, demoEnvironment } from './demo-home.ts'
import type { SampleEvent } from './sample-events.ts'

export async function runSampleHook({ paths, project }: DemoHome, event: SampleEvent) {
  const { name, payload } = event
  const startedAt = performance.now()
  const host = findHostProtocol(event.host)
  const spec = host.events.find((each) => each.name === name) ?? { name, answers: false }
  const hook = spawn(hookCommand(paths, host, spec), {
    cwd: project,
    shell: hookShell(host, process.platform),
    env: demoEnvironment({ THROUGHLINE_HOME: paths.root }),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  hook.stdin.end(JSON.stringify(payload))
  const failure = new Promise<never>((_, reject) => hook.once('error', reject))
  const output = await Promise.race([text(hook.stdout), failure])
  return { tookMs: performance.now() - startedAt, output }
}
