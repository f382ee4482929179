/** Memories not true of a work tree: learned on a branch not merged there, or failing a check. */
import type { Memory } from '../../model/memory.ts'
import { type Failing, type FailingPorts, findFailing, findFailingInProjects } from './failing.ts'
import {
  describeStaged,
  findStaged,
  findStagedInProjects,
  type Staged,
  type StagedPorts,
} from './staged.ts'
import type { WorkTreePorts } from './work-trees.ts'

export type UntruePorts = StagedPorts & FailingPorts

/** Memories not to give in the current work tree. @returns the reason by id */
export async function findUntrue(
  memories: readonly Memory[],
  folder: string | undefined,
  ports: UntruePorts,
): Promise<ReadonlyMap<string, string>> {
  const found = await findUntrueOrChanged(memories, folder, ports)
  return new Map([...found].flatMap(([id, { why, isUntrue }]) => (isUntrue ? [[id, why]] : [])))
}

/** Also those that are given last, because files they are about changed. */
export async function findUntrueOrChanged(
  memories: readonly Memory[],
  folder: string | undefined,
  ports: UntruePorts,
): Promise<ReadonlyMap<string, Failing>> {
  const staged = await findStaged(memories, folder, ports)
  const elsewhere = [...staged].map(([id, at]) => [id, toFailing(at)] as const)
  return new Map([...(await findFailing(memories, folder, ports)), ...elsewhere])
}

const toFailing = (at: Staged): Failing => ({ why: describeStaged(at), isUntrue: true })

/** For memories shown anyway. @returns a remark for each */
export async function describeUntrue(
  memories: readonly Memory[],
  folder: string | undefined,
  ports: UntruePorts & WorkTreePorts,
): Promise<(id: string) => { stagedOn?: string; failing?: string }> {
  const staged = await findStagedInProjects(memories, folder, ports)
  const failing = await findFailingInProjects(memories, folder, ports)
  return (id) => {
    const [stagedOn, failed] = [staged.get(id)?.branch, failing.get(id)?.why]
    return { ...(stagedOn !== undefined && { stagedOn }), ...(failed && { failing: failed }) }
  }
}
