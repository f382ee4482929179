/** run/in-hand.json: the spool entries that this home's drain is busy with. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { EntriesInHand } from '../../core/ports/spool.ts'

const schema = z.object({ names: z.array(z.string()), deaths: z.record(z.string(), z.int()) })

export function createInHandFile(file: string): EntriesInHand {
  return {
    read() {
      try {
        const { names, deaths } = schema.parse(JSON.parse(readFileSync(file, 'utf8')))
        const ageMs = Date.now() - statSync(file).mtimeMs
        return { names, deaths: new Map(Object.entries(deaths)), ageMs }
      } catch {
        return { names: [], deaths: new Map(), ageMs: 0 }
      }
    },
    write({ names, deaths }) {
      if (names.length === 0 && deaths.size === 0) return rmSync(file, { force: true })
      const content = { names, deaths: Object.fromEntries(deaths) }
      try {
        writeFileSync(file, JSON.stringify(content), { mode: 0o600 })
      } catch {
        // A full disk must not keep events from being read.
      }
    },
  }
}
