/** The operation that lists the agents on this machine. */
import type { OperationHandlers } from '../../contract/operations/index.ts'
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
