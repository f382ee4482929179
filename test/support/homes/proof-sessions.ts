/** Short sessions that took part in the proof: those held back were corrected three times as often. */
import { DatabaseSync } from 'node:sqlite'
import { createRandom } from '../core/random.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000

/** Call it on a home with a project, before a daemon runs. */
export function addProofSessions(world: World, counts: { with: number; without: number }): void {
  const database = new DatabaseSync(world.paths.database, { timeout: 10_000 })
  const random = createRandom(7)
  const run = (sql: string, ...values: (string | number)[]) => database.prepare(sql).run(...values)
  const total = counts.with + counts.without
  try {
    database.exec('BEGIN')
    for (let number = 0; number < total; number += 1) {
      const isHeldBack = number < counts.without
      const id = `019b0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
      const begun = Date.now() - (1 + (480 * number) / total) * hourMs
      const at = (minutes: number) => new Date(begun + minutes * 60_000).toISOString()
      run(
        `INSERT INTO sessions
           (id, host, host_session_id, project_id, status, started_at, ended_at, last_event_at)
         VALUES (?, 'claude-code', ?, (SELECT id FROM projects ORDER BY name LIMIT 1), 'completed',
           ?, ?, ?)`,
        ...[id, `proof-${number}`, at(0), at(40), at(40)],
      )
      run(
        "INSERT INTO proof_sessions VALUES ('claude-code', ?, ?, ?, NULL)",
        ...[`proof-${number}`, Number(isHeldBack), at(0)],
      )
      const turns = 1 + Math.floor(6 * random() + 6 * random() * random())
      for (let turn = 1; turn <= turns; turn += 1) {
        const isCorrected = turn > 1 && random() < (isHeldBack ? 0.45 : 0.15)
        const prompt = isCorrected ? 'No, not like that: use the ledger' : 'Go on with the export'
        const signs = isCorrected ? ['objection'] : []
        run(
          `INSERT INTO turns (id, session_id, number, prompt, origin, answer, outcome, started_at, ended_at)
           VALUES (?, ?, ?, ?, 'user', ?, 'ok', ?, ?)`,
          ...[`${id}-${turn}`, id, turn, prompt, 'x'.repeat(Math.floor(60_000 * random() ** 3))],
          ...[at(turn), at(turn + 1)],
        )
        run(
          "INSERT INTO digests (type, id, session_id, made_by, body) VALUES ('turn', ?, ?, 'local', ?)",
          ...[`${id}-${turn}`, id, JSON.stringify({ steps: [{ signs }] })],
        )
      }
    }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}
