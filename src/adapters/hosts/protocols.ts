/** Every host as far as hooks and ingest need it: without the code that edits its settings. */
import type { HostProtocol } from '../../core/ports/host.ts'
import { claudeCodeProtocol } from './claude-code/protocol.ts'
import { findByName } from './find-by-name.ts'

export const hostProtocols: readonly HostProtocol[] = [claudeCodeProtocol]

/** @throws ThroughlineError `invalid-input` naming the nearest known host */
export function findHostProtocol(name: string): HostProtocol {
  return findByName(hostProtocols, name)
}
