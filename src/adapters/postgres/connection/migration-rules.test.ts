/** Expand, backfill, contract: see "Rules for migrations" in docs/server.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'migrations')

/** What the version before could not live with. */
const contracting = [
  /\bDROP (TABLE|COLUMN|FUNCTION|SCHEMA)\b/i,
  /\bRENAME (TO|COLUMN|CONSTRAINT)\b/i,
  /\bSET NOT NULL\b/i,
  /\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i,
  /\bADD COLUMN (?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i,
]

function breaksOlderVersions(sql: string): boolean {
  const statements = sql.replace(/--.*$/gm, '')
  return contracting.some((pattern) => pattern.test(statements))
}

/** That it breaks them, or removes what none of them ever used. */
const isMarked = (sql: string) => /^-- (breaks|unused by) older versions/.test(sql)

test.each(readdirSync(folder))(
  '%s leaves the version before it working, or says it does not',
  (name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    expect(breaksOlderVersions(sql) && !isMarked(sql)).toBe(false)
  },
)

test.each([
  'DROP TABLE memories',
  'ALTER TABLE memories DROP COLUMN content',
  'ALTER TABLE memories RENAME COLUMN content TO words',
  'ALTER TABLE memories ALTER COLUMN content SET NOT NULL',
  'ALTER TABLE memories ALTER COLUMN version TYPE text',
  'ALTER TABLE memories ADD COLUMN colour text NOT NULL',
])('%s breaks it', (sql) => {
  expect(breaksOlderVersions(sql)).toBe(true)
})

test.each([
  'CREATE TABLE later (id integer NOT NULL)',
  'ALTER TABLE memories ADD COLUMN colour text',
  "ALTER TABLE memories ADD COLUMN colour text NOT NULL DEFAULT 'none'",
  "ALTER TABLE memories ADD COLUMN colour text DEFAULT 'none' NOT NULL",
  '-- DROP TABLE memories comes two releases later\nSELECT 1',
])('%s does not', (sql) => {
  expect(breaksOlderVersions(sql)).toBe(false)
})
