/** Which commits are part of which: walks through a history as far as they are needed. */
import { walkCommits } from './commit-reader.ts'
import { type CommitObject, readCommit } from './commits.ts'
import type { GitObjects } from './objects.ts'

/** The history is longer than the limit, or cut off: nobody can tell. */
export class UnknownHistory extends Error {}

export interface Ancestry {
  /** @throws UnknownHistory if it is missing, as do the walks below */
  commit(id: string): Promise<CommitObject>
  /** The commits that these heads have in their history, themselves included. */
  historyOf(heads: readonly string[]): Ancestors
  /** From a head by first parents, the commits made there: as far back as another commit goes. */
  lineOf(head: string, since: string): Promise<readonly string[]>
}

export interface Ancestors {
  has(id: string): Promise<boolean>
  /** Those not older than another commit, the newest first. */
  since(id: string): Promise<readonly string[]>
  /** The newest commit in the history of `head` that is in this one too. */
  newestOf(head: string): Promise<string | undefined>
}

/** Clocks of several machines differ. */
const mostClockSkewMs = 24 * 3_600_000

/** @param mostCommits of each walk */
export function createAncestry(objects: GitObjects, mostCommits: number): Ancestry {
  async function commit(id: string): Promise<CommitObject> {
    const found = await readCommit(objects, id)
    if (!found) throw new UnknownHistory()
    return found
  }

  const timeOf = async (id: string) => (await commit(id)).committedAt.getTime()

  const walk = (heads: readonly string[]) =>
    walkCommits(objects, heads, {
      mostCommits,
      onCutOff() {
        throw new UnknownHistory()
      },
    })

  function historyOf(heads: readonly string[]): Ancestors {
    const rest = walk(heads)
    const passed = new Map<string, number>()
    let reached = Number.POSITIVE_INFINITY
    const reach = async (time: number) => {
      while (reached >= time) {
        const { value, done } = await rest.next()
        if (done) return
        reached = value.committedAt.getTime()
        passed.set(value.id, reached)
      }
    }
    const has = async (id: string) => {
      if (!passed.has(id)) await reach((await timeOf(id)) - mostClockSkewMs)
      return passed.has(id)
    }
    return {
      has,
      async since(id) {
        const time = await timeOf(id)
        await reach(time)
        return [...passed].flatMap(([each, at]) => (at >= time ? [each] : []))
      },
      async newestOf(head) {
        for await (const { id } of walk([head])) if (await has(id)) return id
        return undefined
      },
    }
  }

  return {
    commit,
    historyOf,
    async lineOf(head, since) {
      const oldest = (await timeOf(since)) - mostClockSkewMs
      const line: string[] = []
      for (let id: string | undefined = head; id !== undefined && line.length < mostCommits; ) {
        const { committedAt, parents }: CommitObject = await commit(id)
        if (committedAt.getTime() < oldest) break
        line.push(id)
        id = parents[0]
      }
      return line
    },
  }
}
