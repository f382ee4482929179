/** Connects and disconnects a host: plans all its files first, then changes them. */
import type { Hash } from '../model/content-key.ts'
import type {
  HostConnection,
  HostInstaller,
  Integration,
  IntegrationKind,
  SettingsChange,
  SettingsLocation,
} from '../ports/host.ts'
import type { SettingsBackup, SettingsBackups, SettingsFiles } from '../ports/host-files.ts'
import {
  addLayer,
  type LayeredText,
  refuseIfChanged,
  removeLayer,
  splitMark,
} from './settings-text.ts'

export interface SetupTools {
  readonly files: SettingsFiles
  readonly backups: SettingsBackups
  readonly hash: Hash
}

export interface FilePlan {
  readonly change: SettingsChange
  readonly earlier: SettingsBackup | undefined
  readonly layers: SettingsBackup['layers']
}

export interface FileOutcome {
  readonly file: string
  readonly outcome: 'unchanged' | 'created' | 'updated' | 'deleted'
}

/** @throws ThroughlineError `malformed-settings` with file, line and column */
export async function planConnect(
  host: HostInstaller,
  location: SettingsLocation,
  connection: HostConnection,
  tools: SetupTools,
  isWanted: (kind: IntegrationKind) => boolean,
): Promise<FilePlan[]> {
  const plans: FilePlan[] = []
  for (const { file, integrations } of host.integrationFiles(location)) {
    const wanted = integrations.filter(({ kind }) => isWanted(kind))
    if (wanted.length === 0) continue
    const before = await tools.files.read(file)
    const after = install(file, before, wanted, connection)
    const earlier = await tools.backups.find(file)
    const whole = { text: before, layers: earlier?.layers ?? [] }
    const below = withoutOwner(file, whole, ownerOf(location), integrations, tools.hash)
    const text = isLeftover(below.text, earlier) ? undefined : below.text
    const layers = addLayer({ ...below, text }, ownerOf(location), after ?? '', tools.hash)
    plans.push({ change: { file, before, after }, earlier, layers })
  }
  return plans
}

/**
 * @param locations the user's setup, a project's, or both
 * @throws ThroughlineError `malformed-settings` with file, line and column
 */
export async function planDisconnect(
  host: HostInstaller,
  locations: readonly SettingsLocation[],
  tools: SetupTools,
): Promise<FilePlan[]> {
  const parts = locations.flatMap((location) =>
    host
      .integrationFiles(location)
      .map(({ file, integrations }) => ({ file, integrations, owner: ownerOf(location) })),
  )
  const plans: FilePlan[] = []
  for (const [file, ours] of Map.groupBy(parts, (part) => part.file)) {
    const before = await tools.files.read(file)
    const earlier = await tools.backups.find(file)
    const { text, layers } = ours.reduce<LayeredText>(
      (left, { owner, integrations }) => withoutOwner(file, left, owner, integrations, tools.hash),
      { text: before, layers: earlier?.layers ?? [] },
    )
    const after = isLeftover(text, earlier) ? undefined : text
    plans.push({ change: { file, before, after }, earlier, layers })
  }
  return plans
}

/** @throws ThroughlineError `conflict` if a file changed since it was planned */
export async function applyConnect(
  plans: readonly FilePlan[],
  tools: SetupTools,
): Promise<FileOutcome[]> {
  await refuseIfAnyChanged(plans, tools)
  const outcomes: FileOutcome[] = []
  for (const plan of plans) outcomes.push(await writeWithBackup(plan, tools))
  return outcomes
}

/** @throws ThroughlineError `conflict` if a file changed since it was planned */
export async function applyDisconnect(
  plans: readonly FilePlan[],
  tools: SetupTools,
): Promise<FileOutcome[]> {
  await refuseIfAnyChanged(plans, tools)
  const outcomes: FileOutcome[] = []
  for (const plan of plans) outcomes.push(await restore(plan, tools))
  // A folder may have contained several of the files.
  for (const { earlier } of plans.toReversed())
    await tools.files.removeEmptyFolders(earlier?.madeFolders ?? [])
  return outcomes
}

async function writeWithBackup(
  { change, earlier, layers }: FilePlan,
  { files, backups }: SetupTools,
): Promise<FileOutcome> {
  const { file, before, after } = change
  if (after === undefined || after === before) return { file, outcome: 'unchanged' }
  const madeFolders = await files.makeFolders(file)
  // Backup first: a crash in between leaves an unused backup, never a change without one.
  await backups.save({
    file,
    wasCreated: before === undefined || (earlier?.wasCreated ?? false),
    layers,
    madeFolders: madeFolders.length > 0 ? madeFolders : (earlier?.madeFolders ?? []),
  })
  try {
    await files.write(file, after)
  } catch (error) {
    await (earlier ? backups.save(earlier) : backups.forget(file))
    await files.removeEmptyFolders(madeFolders)
    throw error
  }
  return { file, outcome: before === undefined ? 'created' : 'updated' }
}

async function restore(
  { change, earlier, layers }: FilePlan,
  { files, backups }: SetupTools,
): Promise<FileOutcome> {
  const { file, before, after } = change
  if (earlier && layers.length > 0) await backups.save({ ...earlier, layers })
  if (after !== before) {
    await (after === undefined ? files.remove(file) : files.write(file, after))
  }
  if (layers.length === 0) await backups.forget(file)
  if (after === before) return { file, outcome: 'unchanged' }
  return { file, outcome: after === undefined ? 'deleted' : 'updated' }
}

function refuseIfAnyChanged(plans: readonly FilePlan[], { files }: SetupTools): Promise<void> {
  const changes = plans.map(({ change }) => change)
  return refuseIfChanged(changes, files)
}

function install(
  file: string,
  before: string | undefined,
  integrations: readonly Integration[],
  connection: HostConnection,
): string | undefined {
  const { mark, text } = splitMark(before ?? '')
  const installed = integrations.reduce(
    (edited, integration) => integration.install({ file, text: edited }, connection),
    text,
  )
  return installed === text ? before : mark + installed
}

function withoutOwner(
  file: string,
  from: LayeredText,
  owner: string,
  integrations: readonly Integration[],
  hash: Hash,
): LayeredText {
  const strip = (whole: string) => {
    const { mark, text } = splitMark(whole)
    const remove = (edited: string, integration: Integration) =>
      integration.remove({ file, text: edited })
    return mark + integrations.reduceRight(remove, text)
  }
  return removeLayer(from, owner, strip, hash)
}

function ownerOf({ target, projectFolder }: SettingsLocation): string {
  return target === 'user' ? 'user' : projectFolder
}

/** A file we created that is empty again. */
function isLeftover(text: string | undefined, backup: SettingsBackup | undefined): boolean {
  return backup?.wasCreated === true && /^\uFEFF?\s*(\{\s*\}\s*)?$/.test(text ?? '')
}
