/** Stores guards. */
import type { ScopeAddress } from '../../../core/model/memory.ts'
import type { Guard, GuardPattern, GuardStore } from '../../../core/ports/guard-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'

export function createGuardStore(database: Database): GuardStore {
  const select = (rest: string, ...values: string[]) =>
    database
      .list<object>(
        `SELECT g.*, m.scope AS present_scope, m.scope_id AS present_scope_id
         FROM guards AS g LEFT JOIN memories AS m ON m.id = g.memory_id ${rest}`,
        ...values,
      )
      .map(toGuard)
  return {
    list: async () => select('ORDER BY g.set_at DESC, g.memory_id'),
    find: async (memoryId) => select('WHERE g.memory_id = ?', memoryId)[0],
    async put(guard) {
      const { memoryId, ...rest } = guards.write(guard)
      const columns = 'scope content level patterns exceptions scope_id set_at'.split(' ')
      const change = columns.map((column) => `${column} = excluded.${column}`).join(', ')
      const row = { memoryId, ...rest }
      database.insert('guards', row, `ON CONFLICT (memory_id) DO UPDATE SET ${change}`)
    },
    async remove(memoryId) {
      database.run('DELETE FROM guards WHERE memory_id = ?', memoryId)
    },
    async recordFiring(memoryId, { at, host, call }) {
      database.run(
        `UPDATE guards SET fired = fired + 1, last_at = ?, last_host = ?, last_call = ?
         WHERE memory_id = ?`,
        at,
        host,
        call && JSON.stringify(call),
        memoryId,
      )
    },
  }
}

interface GuardRow extends Omit<Guard, 'last' | keyof ScopeAddress>, ScopeAddress {
  readonly lastAt: string | undefined
  readonly lastHost: string | undefined
  readonly lastCall: GuardPattern | undefined
  readonly presentScope: ScopeAddress['scope'] | undefined
  readonly presentScopeId: string | undefined
}

const guards = rowForm<GuardRow>({ json: ['patterns', 'exceptions', 'lastCall'] })

function toGuard(row: object): Guard {
  const { presentScope, presentScopeId, lastAt, lastHost, lastCall, ...guard } = guards.read(row)
  return {
    ...guard,
    scope: presentScope ?? guard.scope,
    scopeId: presentScopeId ?? guard.scopeId,
    last: lastAt === undefined ? undefined : { at: lastAt, host: lastHost ?? '', call: lastCall },
  }
}
