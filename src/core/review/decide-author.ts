/** Decides about everything of a teammate that waits: approves them, or drops what they wrote. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { decideCandidate } from './decide-candidate.ts'
import { readItems, readQueue } from './read-queue.ts'
import type { DecidePorts } from './wanted-decision.ts'

export interface AuthorPorts extends DecidePorts {
  /** Absent where there are no teammates. */
  readonly approvePerson?: ((named: string) => Promise<unknown>) | undefined
}

interface WantedForAuthor {
  /** A name, or an id. */
  readonly author: string
  readonly decision: 'keep' | 'drop'
}

/** Suspicious memories stay when the author is approved: those are looked at one by one. */
export async function decideAuthor(
  { author: named, decision }: WantedForAuthor,
  ports: AuthorPorts,
): Promise<OutputOf<'decideAuthor'>> {
  const before = await waitingOf(named, ports)
  const [first] = before
  const author = first?.memories[0]?.author
  if (!author || !ports.approvePerson) {
    throw new ThroughlineError('not-found', `nothing from "${named}" is waiting for review`, {
      hint: 'throughline review --list shows what does',
    })
  }
  if (before.some(({ memories }) => memories[0]?.author?.id !== author.id)) {
    throw new ThroughlineError('conflict', `several people are called "${named}"`, {
      hint: 'name the id, which throughline team approve lists',
    })
  }
  if (decision === 'keep') await ports.approvePerson(author.id)
  else for (const item of before) await decideCandidate(item, { key: item.key, decision }, ports)
  const left = (await waitingOf(author.id, ports)).length
  return { author, decision, decided: before.length - left, left }
}

async function waitingOf(named: string, ports: DecidePorts) {
  const queue = await readQueue(undefined, ports)
  const wanted = named.toLowerCase()
  const theirs = queue.filter(({ kind, memories: [memory] }) => {
    const { id, name } = memory?.author ?? {}
    return kind === 'candidate' && (id === named || name?.toLowerCase() === wanted)
  })
  return readItems(theirs, ports)
}
