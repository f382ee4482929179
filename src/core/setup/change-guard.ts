import { ThroughlineError } from '../../contract/errors.ts'
import type { SettingsChange } from '../ports/host.ts'
import type { SettingsFiles } from '../ports/settings-files.ts'

/** Hosts write their settings too, for instance while we wait for a «yes». */
export async function refuseIfChanged(
  planned: readonly SettingsChange[],
  files: SettingsFiles,
): Promise<void> {
  for (const { file, before } of planned) {
    if ((await files.read(file)) === before) continue
    throw new ThroughlineError('conflict', `${file} was changed by somebody else just now`, {
      hint: 'run the command again; nothing was changed',
    })
  }
}
