/** Lists and sets the ways to learn on this machine. */

import { listOllamaModels, ollamaUrl, tryOllamaModels } from '../adapters/models/find-ollama.ts'
import { findCommand } from '../adapters/programs.ts'
import type { Config } from '../contract/config.ts'
import { type ReadingAgent, readingAgents } from '../contract/vocabulary.ts'
import { type SettingChanges, settingsToTakeBack } from '../core/setup/operations.ts'
import { type Environment, readSettings, removeSetting, writeSetting } from '../home/config.ts'
import type { HomePaths } from '../home/paths.ts'
import { changeSettings } from './settings.ts'

export interface LearningWays {
  /** Coding agents whose command is installed. */
  readonly agents: readonly ReadingAgent[]
  readonly ollama: OllamaServer
}

export interface OllamaServer {
  readonly url: string
  /** The models to try, best first; undefined if no server answers. */
  readonly models: readonly string[] | undefined
}

export async function findLearningWays(
  { models }: Pick<Config, 'models'>,
  env: Environment,
  signal: AbortSignal,
): Promise<LearningWays> {
  const url = models.ollama.url || ollamaUrl(env.OLLAMA_HOST)
  return {
    agents: readingAgents.filter((agent) => findCommand(models.commands[agent], env)),
    ollama: { url, models: await listOllamaModels(url, signal) },
  }
}

/** The first model that answers with JSON. */
export function findOllamaModel(
  { url, models = [] }: OllamaServer,
  onTry: (model: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  return tryOllamaModels(url, models, onTry, signal)
}

/** Whether someone decided how to learn; otherwise the default applies. */
export function isLearningSet(paths: HomePaths): boolean {
  return readSettings(paths.config).get('learning.reader')?.source !== 'default'
}

export function setLearning(paths: HomePaths, changes: SettingChanges): void {
  changeSettings(paths, (file) => {
    for (const [key, value] of changes) writeSetting(file, key, value)
  })
}

/** The keys in config.json that setup wrote. */
export function findLearningSettings(paths: HomePaths): string[] {
  const settings = readSettings(paths.config)
  return settingsToTakeBack((key) => {
    const setting = settings.get(key)
    return setting?.source === 'file' ? setting.value : undefined
  })
}

export function takeBackLearning(paths: HomePaths, keys: readonly string[]): void {
  changeSettings(paths, (file) => {
    for (const key of keys) removeSetting(file, key)
  })
}
