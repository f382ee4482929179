/**
 * Whether the configuration allows a hook to capture here, and what hooks may cache about that. Loaded
 * only without a current policy. Where capture is off nothing is written, not even that it is off.
 */
import { readFileSync } from 'node:fs'
import { type HookPolicy, readHookPolicy } from '../../adapters/filesystem/hook-policy.ts'
import { configTime, writeHookPolicy } from '../../adapters/filesystem/write-hook-policy.ts'
import { projectPorts, projectSurroundings } from '../../compose/project-ports.ts'
import { generalPolicy } from '../../compose/settings.ts'
import { type Config, configSchema } from '../../contract/config.ts'
import { parseBoundedJson } from '../../core/model/bounded-json.ts'
import { isJsonObject } from '../../core/model/json.ts'
import { isProjectDisabled } from '../../core/project/find-project.ts'
import { isPathRule } from '../../core/project/path-rule.ts'
import { type Environment, loadConfig } from '../../home/config.ts'
import { disabledProjectsIn } from '../../home/environment.ts'
import type { HomePaths } from '../../home/paths.ts'

export interface HookQuestion {
  readonly paths: HomePaths
  /** Where the hook runs; undefined when that folder is gone. */
  readonly folder: string | undefined
  readonly env: Environment
  readonly userHome: string
}

export interface HookDecision {
  readonly capture: boolean
  readonly deadlineMs: number
}

/** @throws ThroughlineError if the configuration is invalid; then nothing may be captured */
export async function decide(question: HookQuestion): Promise<HookDecision> {
  const { paths, env } = question
  const madeFrom = configTime(paths)
  const config = readConfig(paths.config, env)
  const capture = await isOn(config, question)
  // A policy applies to every process, the environment only to this one.
  if (capture && madeFrom && disabledProjectsIn(env).length === 0) {
    writeHookPolicy(paths, policyOf(config, question), madeFrom, new Date())
  }
  return { capture, deadlineMs: config.hook.deadlineMs }
}

async function isOn(config: Config, question: HookQuestion): Promise<boolean> {
  const { folder, env, userHome } = question
  if (!config.enabled || folder === undefined) return config.enabled
  const isDisabled = await isProjectDisabled({
    folder,
    projectName: env.THROUGHLINE_PROJECT,
    config,
    surroundings: projectSurroundings(userHome),
    ports: projectPorts(),
  })
  return !isDisabled
}

/** The decision for a folder where capture is on. Any `git remote` command can change the identity. */
function policyOf(config: Config, { paths, folder }: HookQuestion): HookPolicy {
  const { deadlineMs } = config.hook
  if (config.disabledProjects.length === 0) return generalPolicy(config)
  const isByPath = config.disabledProjects.every((rule) => isPathRule(rule.trim()))
  const state = readHookPolicy(paths)
  const folders = new Map(state.kind === 'current' && isByPath ? state.policy.folders : [])
  if (isByPath && folder !== undefined) folders.set(folder, 'on')
  return { mode: 'ask', deadlineMs, folders }
}

/** A mistake in another setting must not cost events: the settings that switch capture off still apply. */
function readConfig(file: string, env: Environment): Config {
  try {
    return loadConfig(file, env)
  } catch (error) {
    const salvaged = disabledProjectsIn(env).length > 0 ? undefined : salvage(file)
    if (!salvaged) throw error
    return salvaged
  }
}

function salvage(file: string): Config | undefined {
  try {
    const value: unknown = parseBoundedJson(readFileSync(file, 'utf8'))
    if (!isJsonObject(value)) return undefined
    const { enabled, disabledProjects } = value
    const parsed = configSchema.safeParse({ enabled, disabledProjects })
    return parsed.data
  } catch {
    return undefined
  }
}
