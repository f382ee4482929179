import type { HostCommand } from './host.ts'

/** Runs the hosts' programs. */
export interface HostPrograms {
  isThere(program: string): boolean
  /** @throws ThroughlineError `not-found`, or `conflict` with what the program said */
  run(program: string, command: HostCommand): Promise<void>
}
