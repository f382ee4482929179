/** Every host as far as hooks and ingest need it: without the code that edits its settings. */
import type { JsonObject } from '../../core/model/json.ts'
import type { HostProtocol } from '../../core/ports/host.ts'
import { claudeCodeProtocol } from './claude-code/protocol.ts'
import { codexProtocol } from './codex/protocol.ts'
import { copilotProtocol } from './copilot/protocol.ts'
import { cursorProtocol } from './cursor/protocol.ts'
import { findByName } from './find-by-name.ts'
import { geminiProtocol } from './gemini/protocol.ts'
import { kiroProtocol } from './kiro/protocol.ts'
import { opencodeProtocol } from './opencode/protocol.ts'

export const hostProtocols: readonly HostProtocol[] = [
  claudeCodeProtocol,
  codexProtocol,
  copilotProtocol,
  cursorProtocol,
  geminiProtocol,
  kiroProtocol,
  opencodeProtocol,
]

/**
 * @param payload what it sent, if anything: some hosts run hooks that were wired for another one
 * @throws ThroughlineError `invalid-input` naming the nearest known host
 */
export function findHostProtocol(name: string, payload?: JsonObject): HostProtocol {
  const named = findByName(hostProtocols, name)
  return (payload && hostProtocols.find((host) => host.isSender?.(payload))) ?? named
}
