/** Takes our hooks out of a host's settings: back to the original bytes where nobody else wrote. */
import type { Hash } from '../model/hash.ts'
import type { SettingsChange, WiredFile } from '../ports/host.ts'
import type { SettingsBackup } from '../ports/settings-backups.ts'
import { applyReversePatch } from '../text/reverse-patch.ts'
import { refuseIfChanged } from './change-guard.ts'
import type { SetupTools } from './install.ts'
import { planRemove } from './plan-wires.ts'

export interface RemovalPlan {
  readonly change: SettingsChange
  /** Those that were made for the file, innermost first. */
  readonly madeFolders: readonly string[]
}

export type RemovalOutcome = 'unchanged' | 'deleted' | 'updated'

export async function planRemoval(wired: WiredFile, tools: SetupTools): Promise<RemovalPlan> {
  const edited = await planRemove(wired, tools.files)
  const backup = await tools.backups.find(edited.file)
  return {
    change: { ...edited, after: afterRemoval(edited, backup, tools.hash) },
    madeFolders: backup?.madeFolders ?? [],
  }
}

/** @throws ThroughlineError `conflict` when the file is no longer what the plan was made for */
export async function applyRemoval(
  { change }: RemovalPlan,
  { files, backups }: SetupTools,
): Promise<RemovalOutcome> {
  const { file, before, after } = change
  await refuseIfChanged([change], files)
  if (after !== before) {
    await (after === undefined ? files.remove(file) : files.write(file, after))
  }
  await backups.forget(file)
  if (after === before) return 'unchanged'
  return after === undefined ? 'deleted' : 'updated'
}

function afterRemoval(
  { before, after, afterIsEmpty }: SettingsChange,
  backup: SettingsBackup | undefined,
  hash: Hash,
): string | undefined {
  if (before === undefined || !backup) return after
  const isUntouched = hash(before) === backup.writtenHash
  if (isUntouched && backup.wayBack !== null) return applyReversePatch(before, backup.wayBack)
  const wasMadeByUs = backup.wayBack === null && (isUntouched || afterIsEmpty)
  return wasMadeByUs ? undefined : after
}
