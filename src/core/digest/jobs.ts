/** The jobs that follow from the end of a turn and of a session. */
import { noteUses, type UsePorts } from '../context/note-uses.ts'
import type { JobHandlers } from '../jobs/runner.ts'
import { type DigestPorts, keepSessionDigest, keepTurnDigest } from './keep-digests.ts'

export function digestJobs(ports: DigestPorts & UsePorts): JobHandlers {
  return {
    async 'digest-turn'({ subject }) {
      await keepTurnDigest(subject, ports)
      await noteUses(subject, ports)
    },
    'digest-session': ({ subject }) => keepSessionDigest(subject, ports),
  }
}
