/** The files of a plugin, from what its host's settings would get. */
import { skill } from '../../../core/guidance/skill.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { HostConnection, Integration } from '../../../core/ports/host.ts'
import { version } from '../../../home/version.ts'

type PluginFile = (connection: HostConnection) => string

/** A file with these integrations and nothing else. */
export function generated(...integrations: readonly Integration[]): PluginFile {
  return generatedIn('', integrations)
}

/** What the host has to know of the plugin, with integrations if they are in the same file. */
export function manifestWith(members: JsonObject, ...integrations: Integration[]): PluginFile {
  const manifest = { name: 'throughline', version, description, ...members }
  return generatedIn(`${JSON.stringify(manifest, null, 2)}\n`, integrations)
}

const description =
  'A memory for coding agents that survives sessions, compaction, machines and teammates.'

/** @param folder the plugin's */
export function skillIn(folder: string): Record<string, PluginFile> {
  return { [`${folder}/skills/using-memory/SKILL.md`]: () => skill }
}

function generatedIn(start: string, integrations: readonly Integration[]): PluginFile {
  return (connection) =>
    integrations.reduce((text, each) => each.install({ file: '', text }, connection), start)
}
