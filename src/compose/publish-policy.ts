/** Writes the hook policy, so that hooks need not start Node to read the settings. */
import { rmSync } from 'node:fs'
import type { HookPolicy } from '../adapters/filesystem/hook-policy.ts'
import { configTime, writeHookPolicy } from '../adapters/filesystem/write-hook-policy.ts'
import type { Config } from '../contract/config.ts'
import { loadConfig } from '../home/config.ts'
import type { HomePaths } from '../home/paths.ts'

/**
 * Call it right after writing config.json, under the same lock, so that no other write is mistaken
 * for this one. Invalid settings leave no policy: each hook then reads them itself.
 */
export function publishPolicy(paths: HomePaths): void {
  const writtenAt = configTime(paths)
  if (!writtenAt) return
  const config = understood(paths.config)
  const later = new Date(writtenAt.getTime() + 2_000)
  if (config) writeHookPolicy(paths, generalPolicy(config), writtenAt, later)
  else rmSync(paths.hookPolicy, { force: true })
}

function understood(file: string): Config | undefined {
  try {
    return loadConfig(file, {})
  } catch {
    return undefined
  }
}

/** The policy of every folder; with rules for single projects each folder has to ask. */
export function generalPolicy({ enabled, disabledProjects, hook }: Config): HookPolicy {
  const mode = !enabled ? 'off' : disabledProjects.length > 0 ? 'ask' : 'on'
  return { mode, deadlineMs: hook.deadlineMs, folders: new Map() }
}
