/** Reads and changes a home's config.json, under a lock. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HookPolicy } from '../adapters/filesystem/hook-policy.ts'
import { configTime, writeHookPolicy } from '../adapters/filesystem/write-hook-policy.ts'
import { tryLock } from '../adapters/sqlite/connection/process-lock.ts'
import type { Config } from '../contract/config.ts'
import { ThroughlineError } from '../contract/errors.ts'
import { listSettings } from '../contract/list-settings.ts'
import type { Json } from '../core/model/json.ts'
import type { Settings } from '../core/ports/host-files.ts'
import { loadConfig, readSettings, removeSetting, writeSetting } from '../home/config.ts'
import type { HomePaths } from '../home/paths.ts'
import { tryTo } from '../home/try-to.ts'

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

/**
 * Writes the hook policy, so that hooks need not start Node to read the settings. Call it right after
 * writing config.json, under the same lock, so that no other write is mistaken for this one. With
 * invalid settings there is no policy: each hook then reads them itself.
 */
function publishPolicy(paths: HomePaths): void {
  const writtenAt = configTime(paths)
  if (!writtenAt) return
  const config = understood(paths.config)
  const later = new Date(writtenAt.getTime() + 2_000)
  if (config) writeHookPolicy(paths, generalPolicy(config), writtenAt, later)
  else rmSync(paths.hookPolicy, { force: true })
}

const understood = (file: string): Config | undefined => tryTo(() => loadConfig(file, {}))

/** The policy for every folder; with rules for single projects, each folder must ask. */
export function generalPolicy({ enabled, disabledProjects, hook }: Config): HookPolicy {
  const mode = !enabled ? 'off' : disabledProjects.length > 0 ? 'ask' : 'on'
  return { mode, deadlineMs: hook.deadlineMs, folders: new Map() }
}
