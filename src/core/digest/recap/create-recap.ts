/** Reads a session's recap as lines. */

import type { RecapReader } from '../../context/recap/recap-length.ts'
import { type RecapPorts, readRecap } from './read-recap.ts'
import { recapLines } from './recap-lines.ts'

export function createRecap(ports: RecapPorts): RecapReader {
  return async (sessionId, length, prompt) => {
    const recap = await readRecap(sessionId, ports, prompt)
    return recap ? recapLines(recap, length) : []
  }
}
