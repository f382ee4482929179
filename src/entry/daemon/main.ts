/** The entry of the daemon process. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openDaemonLog } from '../../compose/daemon-log.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { homePaths } from '../../home/paths.ts'
import { runDaemon } from './daemon.ts'

process.env.THROUGHLINE_INTERNAL = '1'
process.title = 'throughline'

const userHome = homedir()
/** Set by the process that started this one. */
const root = process.env.THROUGHLINE_HOME || join(userHome, '.throughline')
/** The process that started this one may not read its standard error; a hook never does. */
const log = openDaemonLog(homePaths(root))
process.on('uncaughtExceptionMonitor', (error) => log.error('it crashed', { error }))

// Before the start: a signal may come as soon as the run file is there.
const { promise: stopAsked, resolve: askToStop } = Promise.withResolvers<void>()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, askToStop)

runDaemon({ root, userHome, env: process.env })
  .then((daemon) => {
    void stopAsked.then(() => daemon.stop())
    return daemon.stopped
  })
  .then(
    () => process.exit(0),
    (error: unknown) => process.exit(explain(error)),
  )

function explain(error: unknown): number {
  const isExpected = error instanceof ThroughlineError
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  if (isExpected && error.hint) process.stderr.write(`${error.hint}\n`)
  if (isExpected && error.code === 'conflict') return 0
  log.error('it could not start', { error })
  return 1
}
