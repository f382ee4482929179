/** Tells the hooks what new settings mean, so that none of them has to start Node to find out. */
import type { HookPolicy } from '../adapters/filesystem/hook-policy.ts'
import { configTime, writeHookPolicy } from '../adapters/filesystem/write-hook-policy.ts'
import { loadConfig } from '../config.ts'
import type { Config } from '../contract/config.ts'
import type { HomePaths } from '../home.ts'

/** Call it right after writing config.json: the write is ours, so nobody else's can hide behind it. */
export function publishPolicy(paths: HomePaths): void {
  const writtenAt = configTime(paths)
  if (!writtenAt) return
  const later = new Date(writtenAt.getTime() + 2_000)
  writeHookPolicy(paths, generalPolicy(loadConfig(paths.config, {})), writtenAt, later)
}

/** What holds everywhere; with rules for single projects each folder must ask. */
export function generalPolicy({ enabled, disabledProjects, hook }: Config): HookPolicy {
  const mode = !enabled ? 'off' : disabledProjects.length > 0 ? 'ask' : 'on'
  return { mode, deadlineMs: hook.deadlineMs, folders: new Map() }
}
