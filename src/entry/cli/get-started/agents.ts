/** The coding agents on this machine in one line: connected, not ready, not connected. */
import type { HostReport } from '../../../core/setup/inspect-host.ts'

export interface Agents {
  readonly connected: readonly HostReport[]
  /** Installed and not connected. */
  readonly idle: readonly HostReport[]
}

export function sortAgents(known: readonly HostReport[]): Agents {
  const isConnected = ({ integrations, otherConnection }: HostReport) =>
    integrations.length > 0 || otherConnection !== undefined
  return {
    connected: known.filter(isConnected),
    idle: known.filter((host) => host.isFound && !isConnected(host)),
  }
}

export const namesOf = (hosts: readonly HostReport[]) => hosts.map(({ displayName }) => displayName)

export function describeAgents({ connected, idle }: Agents): string {
  const blocked = connected.filter(({ blockers }) => blockers.length > 0)
  return [
    connected.length === 0 ? 'none connected' : connected.map(nameWithState).join(', '),
    ...(blocked.length > 0
      ? [`not ready: ${namesOf(blocked).join(', ')} (throughline doctor)`]
      : []),
    ...(idle.length > 0 ? [`not connected: ${namesOf(idle).join(', ')} (throughline setup)`] : []),
  ].join('; ')
}

/** What settings say is no proof that the agent runs our hook. */
const nameWithState = ({ displayName, isHeard }: HostReport) =>
  isHeard === false ? `${displayName} (not heard yet)` : displayName
