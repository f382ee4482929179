/** Promotions as rows. */
import type { Promotion, PromotionTransaction } from '../../../core/ports/learning.ts'
import type { Database } from '../connection/database.ts'

export function createPromotionStore(database: Database): PromotionTransaction {
  return {
    list: async (projectId) =>
      database.list<Promotion>(
        'SELECT * FROM promotions WHERE ?1 IS NULL OR project_id = ?1 ORDER BY memory_id',
        projectId,
      ),
    async put(promotion) {
      database.run('DELETE FROM promotions WHERE memory_id = ?', promotion.memoryId)
      database.insert('promotions', { ...promotion })
    },
    async remove(memoryId) {
      database.run('DELETE FROM promotions WHERE memory_id = ?', memoryId)
    },
    async heldIn(projectId, files) {
      return database.list<Promotion>(
        `SELECT promotions.* FROM promotions JOIN memories ON id = memory_id
         AND lower(hex(memories.content_hash)) = promotions.content_hash
         WHERE project_id = ? AND part = 'line' AND state = 'held'
         AND file IN (SELECT value FROM json_each(?)) ORDER BY memory_id`,
        projectId,
        JSON.stringify(files),
      )
    },
  }
}
