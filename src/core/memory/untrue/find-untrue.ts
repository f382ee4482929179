/** Memories that are not true of the work tree at hand, so they are not given there. */
import type { Memory } from '../../model/memory.ts'
import { type FailingPorts, findFailing } from './failing.ts'
import { describeStaged, findStaged, type StagedPorts } from './staged.ts'

export type UntruePorts = StagedPorts & FailingPorts

/** @returns by id, why: learned on a branch that is not merged here, or a check fails */
export async function findUntrue(
  memories: readonly Memory[],
  folder: string | undefined,
  ports: UntruePorts,
): Promise<ReadonlyMap<string, string>> {
  const staged = await findStaged(memories, folder, ports)
  const failing = await findFailing(memories, folder, ports)
  return new Map([...failing, ...[...staged].map(([id, at]) => [id, describeStaged(at)] as const)])
}
