/** The digest of a session as it is sent, and how to see that it says something else than before. */
import type { Digest } from '../../../../contract/digest.ts'
import type { DigestText } from '../../../../contract/team/digest-text.ts'
import { renderDigest } from '../../../digest/render-digest.ts'
import type { Hash } from '../../../model/content-key.ts'
import { canonicalJson } from '../../../model/json.ts'
import type { SessionWithDigest } from '../../../ports/history.ts'

export interface DigestedSession extends SessionWithDigest {
  readonly digest: Digest
}

/** Not redacted yet. @returns undefined if nothing in it is for others */
export function toDigestText(session: DigestedSession): DigestText | undefined {
  const { host, branch, turns, startedAt, lastEventAt } = session
  const content = renderDigest(forOthers(session))
  if (content === '') return undefined
  return {
    ...{ content, host, turns, startedAt, endedAt: lastEventAt },
    ...(branch !== undefined && { branch }),
  }
}

export function hashDigest(text: DigestText, hash: Hash): string {
  return hash(canonicalJson(text)).slice(0, 32)
}

/**
 * Without what repeats text from outside the project, what was read and run, and files elsewhere on
 * this machine.
 */
function forOthers({ digest, cwd }: DigestedSession): Digest {
  return {
    ...digest,
    steps: digest.steps.map(({ result, foreign, ...step }) => ({
      ...step,
      ...(result !== undefined && !foreign && { result }),
    })),
    open: digest.open.filter(({ foreign }) => !foreign),
    filesRead: [],
    commands: [],
    filesChanged: digest.filesChanged.flatMap(({ path, ...file }) => {
      const inside = pathInside(path, cwd)
      return inside === undefined ? [] : [{ ...file, path: inside }]
    }),
  }
}

/** @returns undefined for a path that leads out of the folder */
function pathInside(path: string, folder: string | undefined): string | undefined {
  const isInside = folder !== undefined && /^[/\\]/.test(path.slice(folder.length))
  const inside = isInside && path.startsWith(folder) ? path.slice(folder.length + 1) : path
  return /^(?:[/\\~…]|[a-z]:|\.\.[/\\])/i.test(inside) ? undefined : inside
}
