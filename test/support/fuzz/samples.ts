/** What real clients sent and wrote, as the starting point of generated inputs. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Samples } from './recipe.ts'

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'hosts')

/**
 * Payloads of hooks by `host/Event-variant`.
 * @param project takes the place of the recorded folder, so that nothing outside a test is touched
 */
export function recordedPayloads(project: string): Samples {
  return readFixtures(/\.json$/, /context-request|transcript/, project)
}

/** Transcripts by `host/name`. */
export function recordedTranscripts(project: string): Samples {
  return readFixtures(/^transcript.*\.jsonl?$/, undefined, project)
}

/** `claude-code` and `PostToolUse` of `claude-code/PostToolUse-Bash`. */
export function hookOf(sample: string): { host: string; event: string } {
  const [host = '', ...rest] = sample.split('/')
  return { host, event: rest.at(-1)?.replace(/[-.].*$/, '') ?? '' }
}

function readFixtures(included: RegExp, excluded: RegExp | undefined, project: string): Samples {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile() || !included.test(entry.name) || excluded?.test(entry.name)) return []
    const file = join(entry.parentPath, entry.name)
    const name = file.slice(folder.length + 1).replace(/\.json$/, '')
    const text = readFileSync(file, 'utf8').replace(/\/home\/dev(\/project)?/g, project)
    return [[name, Buffer.from(text)] as const]
  })
  return Object.fromEntries(found)
}
