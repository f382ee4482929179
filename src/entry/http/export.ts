/** `GET /api/export`: everything as a file of JSON lines, sent as it is read. */
import type { Hono } from 'hono'
import { z } from 'zod'
import { flagInput } from '../../contract/memory-input.ts'
import { parseInput } from '../../contract/parse-input.ts'
import type { ExportLine, ExportOptions } from '../../core/export/export-data.ts'
import { readQuery } from './body.ts'

export interface ExportParts {
  readonly exportData: (options: ExportOptions) => AsyncIterable<ExportLine>
}

export const exportPath = '/api/export'

/** The code is the sign-in of a download, and `guard` has used it. */
const input = z.strictObject({
  memoriesOnly: flagInput.default(false),
  code: z.string().optional(),
})

export function serveExport(app: Hono, { exportData }: ExportParts): void {
  app.get(exportPath, (context) => {
    const { memoriesOnly } = parseInput(input, readQuery(context))
    const day = new Date().toISOString().slice(0, 10)
    const name = `throughline-${memoriesOnly ? 'memories-' : ''}${day}.jsonl`
    return context.body(ReadableStream.from(chunks(exportData({ memoriesOnly }))), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  })
}

const chunkCharacters = 64 * 1024

/** Many lines at a time: each chunk is a write to the socket. */
async function* chunks(lines: AsyncIterable<ExportLine>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let text = ''
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < chunkCharacters) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text)
}
