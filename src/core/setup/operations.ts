/** The operation that lists the agents on this machine, and the ways to learn that setup offers. */
import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { Json } from '../model/json.ts'
import type { History } from '../ports/history.ts'
import type { Host } from '../ports/host.ts'
import type { ProjectStore } from '../ports/projects.ts'
import { type ConnectedHosts, type HostReport, reportHost } from './inspect-host.ts'

export interface HostPorts {
  readonly projects: Pick<ProjectStore, 'list'>
  readonly history: Pick<History, 'sessions'>
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
    return { ...(await reportHost(host, folders, connected)), lastEventAt: latest?.lastEventAt }
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

export const learningChoices = ['local', 'agent', 'ollama'] as const
export type LearningChoice = (typeof learningChoices)[number]

export interface OllamaModel {
  readonly url: string
  readonly model: string
}

export type SettingChanges = readonly (readonly [key: string, value: Json])[]

/** The settings of a choice. @param ollama the model found, for `ollama` */
export function settingsFor(choice: LearningChoice, ollama?: OllamaModel): SettingChanges {
  if (choice === 'local') return [['extraction.mode', 'local']]
  const judge = choice === 'agent' ? 'claude' : 'ollama'
  return [
    ['extraction.mode', 'model'],
    ['extraction.judges', [judge]],
    ...(ollama
      ? ([
          ['models.ollama.model', ollama.model],
          ['models.ollama.url', ollama.url],
        ] as const)
      : []),
  ]
}

/**
 * The keys to remove so that the default applies again: what setup wrote, unless somebody has
 * changed one of its settings since.
 */
export function settingsToTakeBack(stored: (key: string) => Json | undefined): string[] {
  const ollama = {
    url: String(stored('models.ollama.url')),
    model: String(stored('models.ollama.model')),
  }
  const written = learningChoices
    .map((choice) => settingsFor(choice, choice === 'ollama' ? ollama : undefined))
    .find((changes) => changes.every(([key, value]) => isSame(stored(key), value)))
  return written?.map(([key]) => key) ?? []
}

const isSame = (a: Json | undefined, b: Json) => JSON.stringify(a) === JSON.stringify(b)
