/** Settings of Copilot CLI that keep our hooks from running. */
import type { HostPlace, Obstacle } from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { memberValue, parseRoot } from '../json-settings/root-object.ts'
import { hooksFile, sharedSettingsFile } from './settings-location.ts'

export async function findObstacles(
  place: HostPlace,
  files: Pick<SettingsFiles, 'read'>,
): Promise<readonly Obstacle[]> {
  const looked = [
    hooksFile(place),
    ...(place.target === 'project' ? [sharedSettingsFile(place)] : []),
  ]
  const found = await Promise.all(
    looked.map(async (file) => ({ file, text: (await files.read(file)) ?? '' })),
  )
  return found.filter(switchesOff).map(({ file }) => ({
    problem: `${file} switches hooks off by disableAllHooks`,
    hint: 'take that setting out',
  }))
}

function switchesOff({ file, text }: { file: string; text: string }): boolean {
  return memberValue(parseRoot(file, text), 'disableAllHooks')?.value === true
}
