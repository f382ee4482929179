/** Every host, with what is needed to install into it. */
import type { Host } from '../../core/ports/host.ts'
import { claudeCode } from './claude-code/index.ts'
import { codex } from './codex/index.ts'
import { copilot } from './copilot/index.ts'
import { cursor } from './cursor/index.ts'
import { findByName } from './find-by-name.ts'
import { gemini } from './gemini/index.ts'
import { kiro } from './kiro/index.ts'
import { opencode } from './opencode/index.ts'

export const hosts: readonly Host[] = [claudeCode, codex, copilot, cursor, gemini, kiro, opencode]

/** @throws ThroughlineError `invalid-input` naming the nearest known host */
export function findHost(name: string): Host {
  return findByName(hosts, name)
}
