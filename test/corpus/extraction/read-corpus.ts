/** Entries of the corpus, as windows and what is to be found in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { memoryKinds } from '../../../src/contract/vocabulary.ts'
import { toAction } from '../../../src/core/activity/to-action.ts'
import type { Window } from '../../../src/core/model/window.ts'
import { promptParts } from '../../../src/core/provenance/prompt-parts.ts'
import { surelyTyped } from '../../../src/core/provenance/surely-typed.ts'

export type CorpusPart = 'development' | 'held-out'

const entry = z.object({
  id: z.string(),
  exchanges: z
    .array(
      z.object({
        user: z.string(),
        assistant: z.string(),
        tools: z
          .array(
            z.object({
              toolName: z.string(),
              input: z.json(),
              output: z.json(),
              outcome: z.enum(['ok', 'failed']),
            }),
          )
          .default([]),
      }),
    )
    .min(1),
  expect: z.array(
    z.object({
      kind: z.enum(memoryKinds),
      says: z.array(z.string()).min(1),
      alsoKinds: z.array(z.enum(memoryKinds)).default([]),
      scope: z.enum(['project', 'global']).optional(),
    }),
  ),
})
export type CorpusEntry = z.infer<typeof entry>

export function readCorpus(part: CorpusPart): readonly CorpusEntry[] {
  return partsOf(part).flatMap(readPart)
}

/** The names of its files. */
function partsOf(part: CorpusPart): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(part) && name.endsWith('.json'))
    .sort()
}

function readPart(name: string): readonly CorpusEntry[] {
  return z.array(entry).parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
}

const folder = new URL('./', import.meta.url)

export function toWindow({ id, exchanges }: CorpusEntry): Window {
  return {
    sessionId: id,
    exchanges: exchanges.map(({ user, assistant, tools }, at) => ({
      turnId: `${id}/${at}`,
      user,
      surelyTyped: surelyTyped(user, promptParts(user)),
      assistant,
      actions: tools.map((tool, index) => toAction({ id: `${id}/${at}/${index}`, ...tool }, '/')),
    })),
  }
}
