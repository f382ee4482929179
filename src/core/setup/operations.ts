/** Lists the agents on this machine, and the ways to learn that setup offers. */
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { type ReadingAgent, readingAgents } from '../../contract/vocabulary.ts'
import type { Json } from '../model/json.ts'
import type { Host } from '../ports/host.ts'
import type { Store } from '../ports/store.ts'
import { type ConnectedHosts, type HostReport, reportHost } from './inspect-host.ts'

export interface HostPorts extends Pick<Store, 'projects' | 'history'> {
  /** Loaded on demand: a daemon rarely needs installers. */
  readonly connectedHosts: () => Promise<ConnectedHosts>
}

export function createHostOperations(ports: HostPorts): Pick<OperationHandlers, 'getHosts'> {
  async function report(
    host: Host,
    folders: string[],
    connected: ConnectedHosts,
  ): Promise<HostReport> {
    const [latest] = await ports.history.sessions({ host: host.name, limit: 1, offset: 0 })
    const lastHeardAt = await ports.history.lastHeard(host.name)
    const report = await reportHost(host, folders, connected)
    const isHeard = lastHeardAt !== undefined && lastHeardAt >= (connected.connectedAt ?? '')
    return { ...report, lastEventAt: latest?.lastEventAt, lastHeardAt, isHeard }
  }
  return {
    async getHosts({ folder }) {
      const connected = await ports.connectedHosts()
      const roots = (await ports.projects.list()).flatMap(({ root }) => root ?? [])
      const folders = [...new Set(folder === undefined ? roots : [...roots, folder])]
      const reports = connected.hosts.map((host) => report(host, folders, connected))
      return { hook: connected.hook, hosts: await Promise.all(reports) }
    },
  }
}

/** `agent` is the first coding agent found. */
export const learningChoices = ['local', 'agent', ...readingAgents, 'ollama'] as const
export type LearningChoice = (typeof learningChoices)[number]

export interface OllamaModel {
  readonly url: string
  readonly model: string
}

export type SettingChanges = readonly (readonly [key: string, value: Json])[]

/** @param ollama the model found, for `ollama` */
export function settingsFor(
  reader: 'off' | 'ollama' | ReadingAgent,
  ollama?: OllamaModel,
): SettingChanges {
  if (!ollama) return [['learning.reader', reader]]
  return [
    ['learning.reader', reader],
    ['models.ollama.model', ollama.model],
    ['models.ollama.url', ollama.url],
  ]
}

/**
 * The keys to remove to restore the default: those that setup writes, unless someone has chosen a
 * reader that setup does not offer.
 */
export function settingsToTakeBack(stored: (key: string) => Json | undefined): string[] {
  const reader = stored('learning.reader')
  const offered: readonly Json[] = ['off', ...readingAgents, 'ollama']
  if (reader === undefined || !offered.includes(reader)) return []
  const ollama = ['models.ollama.model', 'models.ollama.url']
  const isWhole = ollama.every((key) => stored(key) !== undefined)
  return ['learning.reader', ...(reader === 'ollama' && isWhole ? ollama : [])]
}
