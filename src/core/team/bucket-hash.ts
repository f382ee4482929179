/** How a client and the server compare a project: by one hash for each bucket of ids. */
import type { BucketEntry } from '../../contract/team/sync.ts'
import type { Hash } from '../model/content-key.ts'

/** The end of an id is random, so buckets are of about the same size. */
export function bucketOf(id: string): string {
  return id.slice(-2).toLowerCase()
}

/** The order of the entries does not matter. */
export function hashBucket(entries: readonly BucketEntry[], hash: Hash): string {
  const lines = entries.map(({ id, version, type }) => `${id}:${version}:${type}`)
  return hash(lines.sort().join('\n'))
}
