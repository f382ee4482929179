/** The daemon's log, without secrets. */
import { createLog } from '../adapters/filesystem/log.ts'
import { createRedactor } from '../adapters/redaction/redactor.ts'
import { configSchema } from '../contract/config.ts'
import type { Log } from '../core/ports/runtime.ts'
import type { HomePaths } from '../home/paths.ts'

/** @param settings default where the configuration has none or is unreadable */
export function openDaemonLog(paths: HomePaths, settings = configSchema.parse({}).log): Log {
  return createLog(paths.daemonLog, settings, createRedactor())
}
