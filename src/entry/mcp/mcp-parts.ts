/** What an MCP server needs. */
import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { GuidanceVariant } from '../../contract/vocabulary.ts'
import type { HostProtocol } from '../../core/ports/host.ts'
import type { Log } from '../../core/ports/runtime.ts'
import type { AgentMemoryHandlers } from '../../core/proposals/agent-operations.ts'

export interface McpParts {
  readonly operations: OperationHandlers
  readonly agentOperations: AgentMemoryHandlers
  readonly version: string
  readonly log: Log
  /** Agents whose MCP clients are known by name. */
  readonly hosts: readonly Pick<HostProtocol, 'name' | 'mcpClients'>[]
  /** The configured variant. */
  readonly guidance: () => GuidanceVariant
  /** Called with the name of the client that speaks to us, for servers with one client. */
  readonly onClient?: (name: string) => void
  /** The agent's working folder; undefined for a server that many projects share. */
  readonly folder?: string | undefined
}
