/** The daemon of this home, started if it is not running. */
import type { RunFile } from '../../compose/presence.ts'
import { loadConfig } from '../../config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { CliContext } from './context.ts'
import { findDaemon, startDaemonProcess } from './daemon-process.ts'

/** @throws ThroughlineError `conflict` when everything is switched off */
export async function ensureDaemon(
  context: CliContext,
): Promise<{ started: boolean; daemon: RunFile }> {
  const paths = context.openHome()
  if (!loadConfig(paths.config, context.env).enabled) {
    throw new ThroughlineError('conflict', 'throughline is switched off', {
      hint: 'throughline config set enabled true',
    })
  }
  const running = await findDaemon(paths)
  return { started: !running, daemon: running ?? (await startDaemonProcess(paths)) }
}
