/** The files of a plugin, from what its host's settings would get. */
import type { HostConnection, Integration } from '../../../core/ports/host.ts'

type PluginFile = (connection: HostConnection) => string

/** A file with these integrations and nothing else. */
export function generated(...integrations: readonly Integration[]): PluginFile {
  return (connection) =>
    integrations.reduce((text, each) => each.install({ file: '', text }, connection), '')
}
