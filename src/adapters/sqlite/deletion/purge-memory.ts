/** A memory without the text, in its place: no revision, since that would keep the text. */
import { hashContent } from '../../../core/memory/new-memory.ts'
import { shortId } from '../../../core/model/memory.ts'
import { sha256 } from '../../ids.ts'
import type { Columns, Row } from '../connection/rows.ts'
import type { PurgeTools } from './purge-tools.ts'
import { replaceInJsonText } from './replace-text.ts'

export function purgeMemory(row: Row, tools: PurgeTools): void {
  const { database, changes, text, marker } = tools
  const id = String(row.id)
  const content = String(row.content).replaceAll(text, marker)
  const contentHash = Buffer.from(hashContent(content, sha256), 'hex')
  const key = String(row.key).includes(text) ? `redacted-${shortId(id)}` : String(row.key)
  database.run('DELETE FROM extracted_items WHERE content_hash = ?', row.content_hash)
  database.update('memories', id, {
    ...closedBy(tools, row, contentHash),
    content,
    contentHash,
    key,
    tags: replaceInJsonText(String(row.tags), tools),
    keywords: replaceInJsonText(String(row.keywords), tools),
    files: replaceInJsonText(String(row.files), tools),
  })
  database.run("DELETE FROM vectors WHERE type = 'memory' AND id = ?", id)
  changes.record('memory', id, 'updated', { version: Number(row.version) })
}

/** Two that differed in the text alone say the same now; one of them is enough. */
function closedBy({ database }: PurgeTools, row: Row, contentHash: Buffer): Columns {
  if (row.key !== '' || row.valid_to !== null) return {}
  const same = database.get(
    `SELECT id FROM memories WHERE scope = ? AND scope_id = ? AND content_hash = ? AND key = ''
     AND valid_to IS NULL AND id <> ?`,
    row.scope,
    row.scope_id,
    contentHash,
    row.id,
  )
  return same ? { validTo: row.updated_at, supersededBy: same.id } : {}
}
