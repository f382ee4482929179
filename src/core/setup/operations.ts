/** Which agents there are, for whoever asks. */
import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { HistoryReader } from '../ports/history-reader.ts'
import type { Host } from '../ports/host.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import { type HostReport, reportOn, type WiredHosts } from './report-host.ts'

export interface HostPorts {
  readonly projects: Pick<ProjectStore, 'list'>
  readonly history: Pick<HistoryReader, 'sessions'>
  /** Loaded when somebody asks: a daemon does without them. */
  readonly wiredHosts: () => Promise<WiredHosts>
}

export function createHostOperations(ports: HostPorts): Pick<OperationHandlers, 'getHosts'> {
  async function report(host: Host, folders: string[], wired: WiredHosts): Promise<HostReport> {
    const [latest] = await ports.history.sessions({ host: host.name, limit: 1, offset: 0 })
    return { ...(await reportOn(host, folders, wired)), lastEventAt: latest?.lastEventAt }
  }
  return {
    async getHosts({ folder }) {
      const wired = await ports.wiredHosts()
      const roots = (await ports.projects.list()).flatMap(({ root }) => root ?? [])
      const folders = [...new Set(folder === undefined ? roots : [...roots, folder])]
      const reports = wired.hosts.map((host) => report(host, folders, wired))
      return { hook: wired.hook, hosts: await Promise.all(reports) }
    },
  }
}
