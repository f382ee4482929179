/**
 * Whether our plugin is on, by what Claude Code 2.1.325 writes: settings say which plugins are, and
 * one is loaded only while its marketplace is where it was added from. Whatever cannot be read says
 * nothing. Managed settings and plugins given for one session (`--plugin-dir`) are not looked at.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { HostPlace } from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { userFolder } from './settings-location.ts'

export interface EnabledPlugin {
  /** As `claude plugin uninstall` takes it: `throughline@MARKETPLACE`. */
  readonly id: string
  /** The settings that have it on. */
  readonly file: string
}

type Reading = Pick<SettingsFiles, 'read'>

const ourId = /^throughline@(.+)$/

export async function findEnabledPlugin(
  place: HostPlace,
  files: Reading,
): Promise<EnabledPlugin | undefined> {
  const known = join(userFolder(place), 'plugins', 'known_marketplaces.json')
  const marketplaces = await readObject(known, files)
  const found = new Map<string, EnabledPlugin>()
  for (const file of settingsThatCount(place)) {
    const { enabledPlugins } = await readObject(file, files)
    if (!isJsonObject(enabledPlugins)) continue
    for (const [id, value] of Object.entries(enabledPlugins)) {
      const [, marketplace = ''] = ourId.exec(id) ?? []
      // What else may stand there are the versions that are allowed.
      if (value === false) found.delete(id)
      else if (isThere(marketplaces[marketplace])) found.set(id, { id, file })
    }
  }
  return [...found.values()][0]
}

/** What a later one says outweighs the earlier ones. */
function settingsThatCount(place: HostPlace): string[] {
  const ofUser = join(userFolder(place), 'settings.json')
  if (place.target === 'user') return [ofUser]
  const ofProject = join(place.projectFolder, '.claude')
  return [ofUser, join(ofProject, 'settings.json'), join(ofProject, 'settings.local.json')]
}

function isThere(marketplace: unknown): boolean {
  if (!isJsonObject(marketplace)) return false
  const { installLocation } = marketplace
  return typeof installLocation === 'string' && existsSync(installLocation)
}

async function readObject(file: string, files: Reading): Promise<JsonObject> {
  const text = await files.read(file).catch(() => undefined)
  const value: unknown = parse((text ?? '').replace(/^\uFEFF/, ''), [], {
    allowTrailingComma: true,
  })
  return isJsonObject(value) ? value : {}
}
