/** The daemon of this home, started if it is not running. */
import { findDaemon, findDeafDaemon, type RunFile } from '../../compose/presence.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { loadConfig, switchOnHint } from '../../home/config.ts'
import type { CliContext } from './context.ts'
import { startDaemonProcess } from './daemon-process.ts'

/** @throws ThroughlineError `conflict` when all is switched off, `daemon-unreachable` when it hangs */
export async function ensureDaemon(
  context: CliContext,
): Promise<{ started: boolean; daemon: RunFile }> {
  const paths = context.openHome()
  if (!loadConfig(paths.config, context.env).enabled) {
    throw new ThroughlineError('conflict', 'throughline is switched off', {
      hint: switchOnHint(context),
    })
  }
  const running = await findDaemon(paths)
  const deaf = running ? undefined : findDeafDaemon(paths)
  if (deaf) {
    throw new ThroughlineError(
      'daemon-unreachable',
      `the daemon with pid ${deaf.pid} does not answer`,
      {
        hint: 'throughline stop ends it',
      },
    )
  }
  return { started: !running, daemon: running ?? (await startDaemonProcess(paths)) }
}
