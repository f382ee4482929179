/** The log of the daemon, without secrets. */
import { createLog } from '../adapters/filesystem/log.ts'
import { createRedactor } from '../adapters/redaction/redactor.ts'
import { configSchema } from '../contract/config.ts'
import type { Log } from '../core/ports/runtime.ts'
import type { HomePaths } from '../home/paths.ts'

/** @param settings the defaults where the configuration has none or cannot be read */
export function openDaemonLog(paths: HomePaths, settings = configSchema.parse({}).log): Log {
  return createLog(paths.daemonLog, settings, createRedactor())
}
