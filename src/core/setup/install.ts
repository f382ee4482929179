/** Wires our hooks into a host's settings, remembering the way back. */
import type { Hash } from '../model/hash.ts'
import type { HostWiring, SettingsChange, WiredFile } from '../ports/host.ts'
import type { SettingsBackup, SettingsBackups } from '../ports/settings-backups.ts'
import type { SettingsFiles } from '../ports/settings-files.ts'
import { applyReversePatch, reversePatch } from '../text/reverse-patch.ts'
import { refuseIfChanged } from './change-guard.ts'
import { planInstall, planRemove } from './plan-wires.ts'

export interface SetupTools {
  readonly files: SettingsFiles
  readonly backups: SettingsBackups
  readonly hash: Hash
}

export interface InstallPlan {
  readonly change: SettingsChange
  /** What the file would be without any entry of ours: what there is to go back to. */
  readonly unwired: SettingsChange
}

export type InstallOutcome = 'unchanged' | 'created' | 'updated'

export async function planInstallation(
  wired: WiredFile,
  wiring: HostWiring,
  files: SettingsFiles,
): Promise<InstallPlan> {
  const change = await planInstall(wired, wiring, files)
  const unwired = await planRemove(wired, files)
  return { change, unwired }
}

/** @throws ThroughlineError `conflict` when the file is no longer what the plan was made for */
export async function applyInstallation(
  { change, unwired }: InstallPlan,
  tools: SetupTools,
): Promise<InstallOutcome> {
  const { file, before, after } = change
  await refuseIfChanged([change, unwired], tools.files)
  if (after === undefined || after === before) return 'unchanged'

  const earlier = await tools.backups.find(file)
  const original = originalOf(unwired, earlier, tools.hash)
  const madeFolders = await tools.files.makeFolders(file)
  // First the way back, then the change: a crash in between leaves a backup that fits no text and
  // is not used, never a change without one.
  await tools.backups.save({
    file,
    writtenHash: tools.hash(after),
    wayBack: original === undefined ? null : reversePatch(original, after),
    madeFolders: madeFolders.length > 0 ? madeFolders : (earlier?.madeFolders ?? []),
  })
  try {
    await tools.files.write(file, after)
  } catch (error) {
    await (earlier ? tools.backups.save(earlier) : tools.backups.forget(file))
    await tools.files.removeEmptyFolders(madeFolders)
    throw error
  }
  return before === undefined ? 'created' : 'updated'
}

/** The earliest text we know: what we wrote over, unless somebody else has written since. */
function originalOf(
  unwired: SettingsChange,
  earlier: SettingsBackup | undefined,
  hash: Hash,
): string | undefined {
  const { before } = unwired
  if (before === undefined || !earlier) return unwired.after
  const isUntouched = hash(before) === earlier.writtenHash
  if (isUntouched) {
    return earlier.wayBack === null ? undefined : applyReversePatch(before, earlier.wayBack)
  }
  return earlier.wayBack === null && unwired.afterIsEmpty ? undefined : unwired.after
}
