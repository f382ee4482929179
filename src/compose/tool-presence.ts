/** Records which agent uses our MCP server, so that hooks know it has our tools. */
import { announceConnection } from '../adapters/filesystem/tool-connections.ts'
import type { Local } from './local.ts'

export interface ToolPresence {
  /** Call it with the client's name, any number of times. */
  onClient(name: string): void
  close(): void
}

/** Records nothing about a project that is switched off. */
export async function createToolPresence(
  { paths, hosts, log, isDisabled }: Pick<Local, 'paths' | 'hosts' | 'log' | 'isDisabled'>,
  folder: string,
): Promise<ToolPresence> {
  let announced: string | undefined
  let takeBack = () => {}
  if (await isDisabled(folder)) return { onClient: () => {}, close: () => {} }
  return {
    onClient(name) {
      const host = hosts.find(({ mcpClients = [] }) => mcpClients.includes(name))?.name
      if (host === undefined || host === announced) return
      announced = host
      try {
        takeBack = announceConnection(paths, { host, folder })
      } catch (error) {
        log.warn('a connected agent could not be recorded', { error })
      }
    },
    close: () => takeBack(),
  }
}
