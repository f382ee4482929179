/** Origins as rows of eight bytes: the key is a part of a hash, so the table says nothing by itself. */
import type { ElementOrigin, OriginStore } from '../../../core/ports/learning.ts'
import { sha256 } from '../../ids.ts'
import type { Database } from '../connection/database.ts'

const origins: readonly ElementOrigin[] = ['user', 'project', 'foreign', 'ordered']

export function createOriginStore(database: Database): OriginStore {
  return {
    async originsOf(keys) {
      const byHash = new Map(keys.map((key) => [hashOf(key), key]))
      const rows = database.list<{ key: number; origin: number }>(
        'SELECT key, origin FROM element_origins WHERE key IN (SELECT value FROM json_each(?))',
        JSON.stringify([...byHash.keys()]),
      )
      return new Map(
        rows.map(({ key, origin }) => [byHash.get(key) ?? '', origins[origin] ?? 'foreign']),
      )
    },
    async note(keys, origin) {
      if (keys.length === 0) return 0
      return database.run(
        `INSERT INTO element_origins (key, origin) SELECT value, ?2 FROM json_each(?1) WHERE true
         ON CONFLICT (key) DO UPDATE SET origin = excluded.origin
         WHERE (excluded.origin = 0 AND origin <> 0) OR (excluded.origin = 3 AND origin = 2)`,
        JSON.stringify([...new Set(keys.map(hashOf))]),
        origins.indexOf(origin),
      )
    },
  }
}

/** 48 bits, which a number holds. */
const hashOf = (key: string) => Number.parseInt(sha256(key).slice(0, 12), 16)
