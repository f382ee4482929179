/** A session's digest as text, made now if it is missing or outdated. */
import { type DigestPorts, keepDigests } from './keep-digests.ts'
import { renderDigest } from './render-digest.ts'

/** @returns an empty text for a session without turns */
export async function sessionDigestText(sessionId: string, ports: DigestPorts): Promise<string> {
  const session = await ports.history.session(sessionId)
  const digest = session && (await keepDigests(session, ports)).session
  return digest ? renderDigest(digest) : ''
}
