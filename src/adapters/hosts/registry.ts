/** Every host, with what is needed to install into it. */
import type { Host } from '../../core/ports/host.ts'
import { claudeCode } from './claude-code/index.ts'
import { findByName } from './find-by-name.ts'

export const hosts: readonly Host[] = [claudeCode]

/** @throws ThroughlineError `invalid-input` naming the nearest known host */
export function findHost(name: string): Host {
  return findByName(hosts, name)
}
