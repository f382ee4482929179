/** A model that answers with what another one answered when it read the same sessions. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { LanguageModel, ModelRequest } from '../../src/core/ports/models.ts'

const replySchema = z.object({
  session: z.string(),
  items: z.array(z.looseObject({ turns: z.array(z.number()) })),
  summary: z.looseObject({}).optional(),
})
export type RecordedReply = z.infer<typeof replySchema>

export function readReplies(file: string): RecordedReply[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => replySchema.parse(JSON.parse(line)))
}

/**
 * Of a part of a session it gives the items that are settled there, and all when it is asked for the
 * final state.
 * @param nameOf the recorded name of a session
 * @param folder where to write the requests, for reading
 */
export function createRecordedReader(
  replies: readonly RecordedReply[],
  nameOf: (sessionId: string) => Promise<string | undefined>,
  folder?: string,
): LanguageModel {
  const bySession = new Map(replies.map((reply) => [reply.session, reply]))
  const counts = new Map<string, number>()
  return {
    provider: 'recorded',
    model: 'recorded',
    probe: async () => 'ready',
    async complete(request) {
      const name = (await nameOf(request.sessionId ?? '')) ?? ''
      if (folder !== undefined) write(request, name, folder, counts)
      const { items = [], summary = {} } = bySession.get(name) ?? {}
      const shown = [...request.prompt.matchAll(/^<turn number="(\d+)">$/gm)].map(([, n]) =>
        Number(n),
      )
      const isSettled = ({ turns }: { turns: readonly number[] }) =>
        shown.length === 0 || shown.includes(Math.max(...turns))
      const text = JSON.stringify({ summary, items: items.filter(isSettled) })
      return { text, isCut: false, isRefusal: false, usage: undefined }
    },
  }
}

function write(
  { system, prompt }: ModelRequest,
  name: string,
  folder: string,
  counts: Map<string, number>,
): void {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}-${count}.txt`), `${system}\n\n=====\n\n${prompt}\n`)
}
