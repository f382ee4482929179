/** The settings of one home: its file, and the environment that comes before it. */
import {
  type Environment,
  environmentName,
  readSettings,
  resetSetting,
  storeSetting,
} from '../config.ts'
import { listSettings } from '../contract/list-settings.ts'
import type { Json } from '../core/model/json.ts'
import type { Settings } from '../core/ports/settings.ts'
import type { HomePaths } from '../home.ts'
import { changeSettings } from './change-settings.ts'

export function createSettings(paths: HomePaths, env: Environment): Settings {
  const file = paths.config
  return {
    file,
    list() {
      const origins = readSettings(file, env)
      return listSettings().map(({ type: _, choices, ...setting }) => ({
        ...setting,
        choices: choices && [...choices],
        default: setting.default as Json,
        variable: environmentName(setting.key),
        value: origins.get(setting.key)?.value ?? null,
        source: origins.get(setting.key)?.source ?? 'default',
      }))
    },
    set(key, value) {
      changeSettings(paths, () => storeSetting(file, key, value))
    },
    reset(key) {
      changeSettings(paths, () => resetSetting(file, key))
    },
  }
}
