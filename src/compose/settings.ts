/** The settings of a home, in its config.json. Locked while changing. */
import { join } from 'node:path'
import { tryLock } from '../adapters/sqlite/connection/process-lock.ts'
import { ThroughlineError } from '../contract/errors.ts'
import { listSettings } from '../contract/list-settings.ts'
import type { Json } from '../core/model/json.ts'
import type { Settings } from '../core/ports/host-files.ts'
import { readSettings, removeSetting, writeSetting } from '../home/config.ts'
import type { HomePaths } from '../home/paths.ts'
import { publishPolicy } from './publish-policy.ts'

export function createSettings(paths: HomePaths): Settings {
  const file = paths.config
  return {
    file,
    list() {
      const origins = readSettings(file)
      return listSettings().map(({ type: _, choices, ...setting }) => ({
        ...setting,
        choices: choices && [...choices],
        default: setting.default as Json,
        value: origins.get(setting.key)?.value ?? null,
        source: origins.get(setting.key)?.source ?? 'default',
      }))
    },
    set(key, value) {
      changeSettings(paths, () => writeSetting(file, key, value))
    },
    reset(key) {
      changeSettings(paths, () => removeSetting(file, key))
    },
  }
}

/** How long to wait for another process; a change takes a few milliseconds. */
const patienceMs = 5_000

/** @throws ThroughlineError `conflict` while another process holds the lock, `unreadable-home` */
export function changeSettings<T>(paths: HomePaths, change: (file: string) => T): T {
  const lock = tryLock(join(paths.run, 'config.lock'), patienceMs)
  if (!lock) {
    throw new ThroughlineError('conflict', `another process is changing ${paths.config}`, {
      hint: 'try again in a moment',
    })
  }
  try {
    const result = change(paths.config)
    publishPolicy(paths)
    return result
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? unwritable(paths.config, error) : error
  } finally {
    lock.release()
  }
}

function unwritable(file: string, cause: Error): ThroughlineError {
  return new ThroughlineError('unreadable-home', `${file} cannot be written: ${cause.message}`, {
    hint: 'check the free space and permissions of the home folder',
    cause,
  })
}
