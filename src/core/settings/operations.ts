/** Reading and changing settings. */
import { ThroughlineError } from '../../contract/errors.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { Json } from '../model/json.ts'
import type { SettingState, Settings } from '../ports/host-files.ts'

type Handlers = Pick<OperationHandlers, 'getSettings' | 'setSetting' | 'resetSetting'>

export function createSettingsOperations({ settings }: { readonly settings: Settings }): Handlers {
  return {
    getSettings: async () => ({ file: settings.file, settings: settings.list() }),
    async setSetting({ key, value }) {
      refuseUnchangeable(find(settings, key))
      settings.set(key, value as Json)
      return find(settings, key)
    },
    async resetSetting({ key }) {
      refuseUnchangeable(find(settings, key))
      settings.reset(key)
      return find(settings, key)
    },
  }
}

function find(settings: Settings, key: string): SettingState {
  const all = settings.list()
  const found = all.find((each) => each.key === key)
  if (found) return found
  const nearest = nearestName(
    key,
    all.map((each) => each.key),
  )
  throw new ThroughlineError('not-found', `there is no setting "${key}"`, {
    hint: nearest ? `did you mean "${nearest}"?` : 'throughline config list shows every setting',
  })
}

/** Someone who gains access to these operations must not run a program or choose where data goes. */
function refuseUnchangeable({ key, terminalOnly }: SettingState): void {
  if (!terminalOnly) return
  throw new ThroughlineError('conflict', `${key} ${terminalOnly}, so only you can change it`, {
    hint: `run in a terminal: throughline config set ${key} …`,
  })
}
