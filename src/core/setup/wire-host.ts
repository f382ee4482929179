/** A host wired or unwired as a whole: all its files planned first, then all of them changed. */
import type { Host, HostPlace, HostWiring, WireKind } from '../ports/host.ts'
import { refuseIfChanged } from './change-guard.ts'
import {
  applyInstallation,
  type InstallOutcome,
  type InstallPlan,
  planInstallation,
  type SetupTools,
} from './install.ts'
import { applyRemoval, planRemoval, type RemovalOutcome, type RemovalPlan } from './remove.ts'

export interface FileOutcome<Outcome> {
  readonly file: string
  readonly outcome: Outcome
}

/** @throws ThroughlineError `malformed-settings` with file, line and column */
export async function planWiring(
  host: Host,
  place: HostPlace,
  wiring: HostWiring,
  tools: SetupTools,
  isWanted: (kind: WireKind) => boolean,
): Promise<readonly InstallPlan[]> {
  const plans: InstallPlan[] = []
  for (const { file, wires } of host.wiredFiles(place)) {
    const wanted = wires.filter(({ kind }) => isWanted(kind))
    if (wanted.length === 0) continue
    plans.push(await planInstallation({ file, wires: wanted }, wiring, tools.files))
  }
  return plans
}

/** @throws ThroughlineError `conflict` when a file is no longer what the plans were made for */
export async function applyWiring(
  plans: readonly InstallPlan[],
  tools: SetupTools,
): Promise<FileOutcome<InstallOutcome>[]> {
  await refuseIfChanged(
    plans.map(({ change }) => change),
    tools.files,
  )
  const outcomes: FileOutcome<InstallOutcome>[] = []
  for (const plan of plans) {
    outcomes.push({ file: plan.change.file, outcome: await applyInstallation(plan, tools) })
  }
  return outcomes
}

/** @throws ThroughlineError `malformed-settings` with file, line and column */
export async function planUnwiring(
  host: Host,
  place: HostPlace,
  tools: SetupTools,
): Promise<readonly RemovalPlan[]> {
  const plans: RemovalPlan[] = []
  for (const wired of host.wiredFiles(place)) plans.push(await planRemoval(wired, tools))
  return plans
}

/** @throws ThroughlineError `conflict` when a file is no longer what the plans were made for */
export async function applyUnwiring(
  plans: readonly RemovalPlan[],
  tools: SetupTools,
): Promise<FileOutcome<RemovalOutcome>[]> {
  await refuseIfChanged(
    plans.map(({ change }) => change),
    tools.files,
  )
  const outcomes: FileOutcome<RemovalOutcome>[] = []
  for (const plan of plans) {
    outcomes.push({ file: plan.change.file, outcome: await applyRemoval(plan, tools) })
  }
  // A folder may have held several of the files, and those made later.
  for (const { madeFolders } of plans.toReversed())
    await tools.files.removeEmptyFolders(madeFolders)
  return outcomes
}
