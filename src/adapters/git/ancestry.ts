/** Decides which commits contain which, walking a history only as far as necessary. */
import { walkCommits } from './commit-reader.ts'
import { type CommitObject, readCommit } from './commits.ts'
import type { GitObjects } from './objects.ts'

/** The history is longer than the limit or truncated, so the answer is unknown. */
export class UnknownHistory extends Error {}

export interface Ancestry {
  /** @throws UnknownHistory if the commit is missing, like the methods below */
  commit(id: string): Promise<CommitObject>
  /** The commits in the history of these heads, including the heads. */
  historyOf(heads: readonly string[]): Ancestors
  /** The commits made on a branch: from its head by first parents, back to a commit's age. */
  lineOf(head: string, since: string): Promise<readonly string[]>
}

export interface Ancestors {
  has(id: string): Promise<boolean>
  /** Commits not older than another one, newest first. */
  since(id: string): Promise<readonly string[]>
  /** The newest commit that is in the history of both this and `head`. */
  newestOf(head: string): Promise<string | undefined>
}

/** Clocks of several machines differ. */
const mostClockSkewMs = 24 * 3_600_000

/** @param mostCommits the limit of each walk */
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
