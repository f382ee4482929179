/** Settings of Gemini CLI that keep our hooks from running. */
import { getNodeValue } from 'jsonc-parser'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import type { HostPlace, Obstacle } from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { memberValue, parseRoot } from '../json-settings/root-object.ts'
import { isOurCommand } from '../our-command.ts'
import { settingsFile } from './settings-location.ts'

/** By which the client shows our hooks, and `/hooks disable` switches them off. */
export const hookName = 'throughline'

/** A project's settings come after the user's and win; lists of both are joined. */
export async function findObstacles(
  place: HostPlace,
  files: Pick<SettingsFiles, 'read'>,
): Promise<readonly Obstacle[]> {
  const targets = place.target === 'user' ? (['user'] as const) : (['user', 'project'] as const)
  const read = targets.map(async (target) => {
    const file = settingsFile({ ...place, target })
    return { file, hooksConfig: hooksConfigIn(file, (await files.read(file)) ?? '') }
  })
  const settings = await Promise.all(read)
  const decisive = settings.findLast(({ hooksConfig }) => typeof hooksConfig.enabled === 'boolean')
  const disabling = settings.filter(({ hooksConfig }) => listsOurs(hooksConfig.disabled))
  return [
    ...(decisive?.hooksConfig.enabled === false
      ? [
          {
            problem: `${decisive.file} switches hooks off by hooksConfig.enabled`,
            hint: 'take that setting out',
          },
        ]
      : []),
    ...disabling.map(({ file }) => ({
      problem: `${file} lists our hooks in hooksConfig.disabled`,
      hint: `run /hooks enable ${hookName} in Gemini CLI, or take them out of the list`,
    })),
  ]
}

function hooksConfigIn(file: string, text: string) {
  const node = memberValue(parseRoot(file, text), 'hooksConfig')
  const value: Json = node ? getNodeValue(node) : {}
  return isJsonObject(value) ? value : {}
}

/** A hook is listed by its name, or by its command where it has none. */
function listsOurs(disabled: Json | undefined): boolean {
  const names = Array.isArray(disabled) ? disabled : []
  return names.some(
    (name) => name === hookName || (typeof name === 'string' && isOurCommand(name, 'gemini')),
  )
}
