/** Describes a version of a memory, unless it was forgotten since. */
import type { EventMemory, LifecycleData } from '../../contract/lifecycle.ts'
import type { Memory } from '../model/memory.ts'
import type { DescribePorts } from './describe-ports.ts'

type AboutMemory = Pick<LifecycleData['memory-stored'], 'memoryId' | 'memoryVersion' | 'memory'>

export async function describeStored(
  id: string,
  version: number,
  ports: DescribePorts,
): Promise<LifecycleData['memory-stored']> {
  const change = version === 1 ? 'created' : 'updated'
  return { change, ...about(id, version, await findVersion(id, version, ports)) }
}

export async function describeSuperseded(
  id: string,
  version: number,
  ports: DescribePorts,
): Promise<LifecycleData['memory-superseded']> {
  const memory = await findVersion(id, version, ports)
  return {
    ...about(id, version, memory),
    ...(memory?.supersededBy !== undefined && { supersededBy: memory.supersededBy }),
  }
}

export async function projectOfMemory(
  id: string,
  { memories }: DescribePorts,
): Promise<string | undefined> {
  const place = (await memories.find(id)) ?? (await memories.findForgotten(id))
  return place?.scope === 'project' ? place.scopeId : undefined
}

async function findVersion(
  id: string,
  version: number,
  { memories }: DescribePorts,
): Promise<Memory | undefined> {
  const present = await memories.find(id)
  if (present?.version === version) return present
  const former = await memories.revisions(id)
  return former.find(({ memory }) => memory.version === version)?.memory
}

function about(memoryId: string, memoryVersion: number, memory: Memory | undefined): AboutMemory {
  return { memoryId, memoryVersion, ...(memory && { memory: toEventMemory(memory) }) }
}

function toEventMemory(memory: Memory): EventMemory {
  const { contentHash: _, useCount: __, lastUsedAt: ___, ...told } = memory
  return { ...told, tags: [...told.tags], keywords: [...told.keywords], files: [...told.files] }
}
