/** Groups calls of the same tool by the same agent, in the order of the first call. */
import type { Turn } from './timeline-entries.ts'

export type ToolEvent = Turn['toolEvents'][number]

export interface ToolGroup {
  readonly name: string
  readonly events: readonly ToolEvent[]
  readonly failed: number
}

export function groupTools(events: readonly ToolEvent[]): ToolGroup[] {
  const groups = Map.groupBy(events, ({ toolName, agentName }) =>
    agentName ? `${toolName} of ${agentName}` : toolName,
  )
  return [...groups].map(([name, own]) => ({
    name,
    events: own,
    failed: own.filter(({ outcome }) => outcome === 'failed').length,
  }))
}
