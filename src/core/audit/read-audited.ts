/** Reads what an audit looks at: a bounded part of each store, with secrets taken out at once. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { FoundMemories } from '../import/memories/import-memories.ts'
import { asRepositorys } from '../import/memories/import-memory-item.ts'
import type { RepositoryOf } from '../import/place-recorded.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { type NormalisedStatement, normaliseStatement } from '../memory/normalise-statement.ts'
import { isSkipped } from '../ports/history-source.ts'
import type { ForeignPlace, ImportedMemory, MemoryItem } from '../ports/memory-source.ts'
import type { Redactor } from '../ports/redactor.ts'
import { visibleText } from '../text/visible-text.ts'

export interface Audited {
  /** Unique in the audit, in the order of reading. */
  readonly memory: { readonly id: string; readonly content: string }
  readonly statement: NormalisedStatement
  readonly source: string
  /** The tool's own id, as an import knows it. */
  readonly foreign: string
  readonly place: AuditedPlace
  readonly kind: MemoryKind
  readonly author: ImportedMemory['author']
  /** Memories of two addresses do not apply together. */
  readonly address: string
  /** The project's folder, if it is known. */
  readonly root: string | undefined
  readonly files: readonly string[]
  readonly uses: number | undefined
  readonly writtenAt: string | undefined
  /** Its tool has replaced it, or it has expired. */
  readonly isOver: boolean
  readonly secrets: readonly FoundSecret[]
  /** Otherwise it is a comment, a heading or the like, which agents read. */
  readonly isMemory: boolean
  /** Something in it is not shown to a reader. */
  readonly hidesText: boolean
}

interface AuditedPlace {
  /** The file or database. */
  readonly path: string
  readonly line?: number | undefined
  /** What its tool calls it, if it is in no text file: `observation 12`. */
  readonly record?: string | undefined
}

interface FoundSecret {
  readonly kind: string
  /** Lines below the beginning of the text. */
  readonly linesBelow: number
}

export interface AuditPorts {
  readonly redactor: Redactor
  readonly repositoryOf: RepositoryOf
  readonly now: string
}

export interface ReadResult {
  readonly audited: readonly Audited[]
  readonly read: readonly { readonly displayName: string; readonly memories: number }[]
  readonly unread: readonly { readonly path: string; readonly reason: string }[]
}

/** Of all stores together: half a minute of processor time. */
const mostAudited = 10_000
/** More of one text is not imported either. */
const longestText = 28_000

/** @param isWanted whether memories of a place apply where the audit is made */
export async function readAudited(
  found: readonly FoundMemories[],
  isWanted: (place: ForeignPlace) => boolean,
  ports: AuditPorts,
): Promise<ReadResult> {
  const audited: Audited[] = []
  const counts = new Map<string, number>()
  const unread: { path: string; reason: string }[] = []
  const repositoryOf = remembering(ports.repositoryOf)
  for (const { source, items } of found) {
    for (const item of items) {
      const skipped = new Map<string, number>()
      try {
        for await (const part of source.read(item)) {
          await yieldToEventLoop()
          if (isSkipped(part)) {
            skipped.set(part.skipped, (skipped.get(part.skipped) ?? 0) + 1)
            continue
          }
          const memory = await asRepositorys(part, item, { repositoryOf })
          if (!isWanted(memory.place)) continue
          if (audited.length === mostAudited) {
            unread.push({
              path: item.path,
              reason: `what follows the first ${mostAudited} memories`,
            })
            break
          }
          audited.push(toAudited(memory, item, source.name, String(audited.length), ports))
          if (memory.isOnlyAudited === 'no-memory') continue
          counts.set(source.displayName, (counts.get(source.displayName) ?? 0) + 1)
        }
      } catch (error) {
        unread.push({
          path: item.path,
          reason: error instanceof Error ? error.message : `${error}`,
        })
      }
      for (const [reason, times] of skipped) {
        unread.push({ path: item.path, reason: times === 1 ? reason : `${times} × ${reason}` })
      }
    }
  }
  const read = [...counts].map(([displayName, memories]) => ({ displayName, memories }))
  return { audited, read, unread }
}

/** A store names the same few folders in thousands of memories. */
function remembering(repositoryOf: RepositoryOf): RepositoryOf {
  const known = new Map<string, ReturnType<RepositoryOf>>()
  return (path, claimed) => {
    const key = `${path}\n${claimed ?? ''}`
    const answer = known.get(key) ?? repositoryOf(path, claimed)
    known.set(key, answer)
    return answer
  }
}

function toAudited(
  memory: ImportedMemory,
  { path }: MemoryItem,
  source: string,
  id: string,
  { redactor, now }: AuditPorts,
): Audited {
  const { kind, author, place, files = [], uses, file, line, origin } = memory
  const said = memory.content.slice(0, longestText)
  const redacted = redactor.redact(said)
  const content = visibleText(redacted)
  return {
    memory: { id, content },
    statement: normaliseStatement(content),
    ...{ source, foreign: memory.id, kind, author, files, uses },
    place: file === undefined ? { path, record: visibleText(origin) } : { path: file, line },
    address: addressOfPlace(place),
    root: place.kind === 'project' ? place.cwd : undefined,
    writtenAt: memory.updatedAt ?? memory.createdAt,
    isOver: memory.isSuperseded === true || (memory.validTo ?? now) < now,
    secrets: secretsIn(said, redacted),
    isMemory: memory.isOnlyAudited !== 'no-memory',
    hidesText: withoutCarriage(redacted) !== content,
  }
}

/** Line ends of another system hide nothing, nor does the mark at the beginning of a file. */
const withoutCarriage = (text: string) => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')

function addressOfPlace(place: ForeignPlace): string {
  if (place.kind === 'agent') return `agent ${place.name}`
  return place.kind === 'project' ? `project ${place.cwd ?? place.name}` : 'global'
}

const marker = /\[redacted:([a-z0-9-]+)\]/g

/** What is between two markers is verbatim, so it shows where each secret was. */
function secretsIn(text: string, redacted: string): FoundSecret[] {
  if (text === redacted) return []
  const secrets: FoundSecret[] = []
  let reached = 0
  let from = 0
  for (const mark of redacted.matchAll(marker)) {
    const between = redacted.slice(from, mark.index)
    from = mark.index + mark[0].length
    // The text may quote a marker itself.
    const quoted = text.indexOf(between + mark[0], reached)
    const at = text.indexOf(between, reached)
    reached = (at < 0 ? reached : at) + between.length
    if (quoted === at && at >= 0) {
      reached += mark[0].length
      continue
    }
    const linesBelow = text.slice(0, reached).split('\n').length - 1
    secrets.push({ kind: mark[1] ?? '', linesBelow })
  }
  return secrets
}
