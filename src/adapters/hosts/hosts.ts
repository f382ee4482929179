/**
 * Every host. Hooks and the daemon load only the protocols. Installers are loaded on demand,
 * because they bring parsers for settings files.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { Host, HostInstaller, HostProtocol } from '../../core/ports/host.ts'
import { claudeCodeProtocol } from './claude-code/protocol.ts'
import { codexProtocol } from './codex/protocol.ts'
import { copilotProtocol } from './copilot/protocol.ts'
import { cursorProtocol } from './cursor/protocol.ts'
import { geminiProtocol } from './gemini/protocol.ts'
import { kiroProtocol } from './kiro/protocol.ts'
import { opencodeProtocol } from './opencode/protocol.ts'
import { qwenProtocol } from './qwen/protocol.ts'

interface HostEntry {
  readonly protocol: HostProtocol
  loadInstaller(): Promise<{ readonly installer: HostInstaller }>
}

const entries: readonly HostEntry[] = [
  { protocol: claudeCodeProtocol, loadInstaller: () => import('./claude-code/installer.ts') },
  { protocol: codexProtocol, loadInstaller: () => import('./codex/installer.ts') },
  { protocol: copilotProtocol, loadInstaller: () => import('./copilot/installer.ts') },
  { protocol: cursorProtocol, loadInstaller: () => import('./cursor/installer.ts') },
  { protocol: geminiProtocol, loadInstaller: () => import('./gemini/installer.ts') },
  { protocol: kiroProtocol, loadInstaller: () => import('./kiro/installer.ts') },
  { protocol: opencodeProtocol, loadInstaller: () => import('./opencode/installer.ts') },
  { protocol: qwenProtocol, loadInstaller: () => import('./qwen/installer.ts') },
]

export const hostProtocols: readonly HostProtocol[] = entries.map(({ protocol }) => protocol)

/**
 * @param payload if given, decides which host sent it: some hosts run another host's hooks
 * @throws ThroughlineError `invalid-input` naming the nearest known host
 */
export function findHostProtocol(name: string, payload?: JsonObject): HostProtocol {
  const named = findByName(hostProtocols, name)
  return (payload && hostProtocols.find((host) => host.isSender?.(payload))) ?? named
}

export async function loadHosts(): Promise<readonly Host[]> {
  return Promise.all(entries.map(load))
}

async function load({ protocol, loadInstaller }: HostEntry): Promise<Host> {
  return { ...protocol, ...(await loadInstaller()).installer }
}

/** @throws ThroughlineError `invalid-input` naming the nearest known host */
export function findByName<Named extends { readonly name: string }>(
  known: readonly Named[],
  name: string,
): Named {
  const found = known.find((each) => each.name === name)
  if (found) return found
  const names = known.map((each) => each.name)
  const nearest = nearestName(name, names)
  throw new ThroughlineError('invalid-input', `unknown host "${name}"`, {
    hint:
      nearest === undefined
        ? `known hosts: ${names.join(', ')}`
        : `did you mean ${nearest}? Known hosts: ${names.join(', ')}`,
  })
}
