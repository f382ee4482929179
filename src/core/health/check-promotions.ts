/** Checks that documents hold no memory that is gone. */
import { count } from '../../contract/wording.ts'
import { isValid } from '../model/memory.ts'
import type { PromotionReader } from '../ports/learning.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import { type HealthCheck, passed, warned } from './health-check.ts'

export interface PromotionHealth {
  readonly memories: Pick<MemoryReader, 'findMany'>
  readonly promotions: Pick<PromotionReader, 'list'>
}

/** Silent where nothing was promoted. */
export async function checkPromotions(ports: PromotionHealth): Promise<HealthCheck[]> {
  const written = (await ports.promotions.list()).filter(({ state }) => state !== 'withdrawn')
  if (written.length === 0) return []
  const found = await ports.memories.findMany(written.map(({ memoryId }) => memoryId))
  const valid = new Set(found.filter(isValid).map(({ id }) => id))
  const gone = written.filter(({ memoryId }) => !valid.has(memoryId))
  if (gone.length === 0) return [passed('promoted', count(written.length, 'statement'))]
  const files = [...new Set(gone.map(({ file }) => file))].join(', ')
  const detail = `${count(gone.length, 'statement')} in ${files} whose memory was forgotten or superseded`
  return [warned('promoted', detail, 'run throughline promote in that project to remove them')]
}
