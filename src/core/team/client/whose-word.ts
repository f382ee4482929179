/**
 * Whether a teammate's memory counts here at once. It does if the user approved them; what looks like
 * an attack, or comes in a flood, waits in review even then. Recall finds it meanwhile.
 */
import type { Author, SharedText } from '../../../contract/team/sync.ts'
import type { Memory } from '../../model/memory.ts'
import type { TeamPerson } from '../../ports/team-client-store.ts'
import { isSuspicious } from '../suspicion.ts'
import type { TeamWork } from './client-ports.ts'

interface Arrival {
  readonly author: Author
  readonly text: Pick<SharedText, 'content'>
  readonly here: Present | undefined
  /** The memory here that says the same. */
  readonly twin: Memory | undefined
}

/** What the memory is here so far. */
interface Present {
  readonly content: string
  readonly standing: Memory['standing']
  readonly confirmation?: Memory['confirmation']
}

type Judged = Pick<Memory, 'standing' | 'confirmation'>

const waits: Judged = { standing: 'candidate', confirmation: undefined }

const mostAnHour = 20
const hourMs = 60 * 60 * 1_000

export async function judgeArrival(work: TeamWork, arrival: Arrival): Promise<Judged> {
  const { author, text, here, twin } = arrival
  const person = await countArrival(work, author)
  if (here?.content === text.content) {
    return { standing: here.standing, confirmation: here.confirmation }
  }
  if (twin?.standing === 'memory') return { standing: 'memory', confirmation: 'repeated' }
  const isTrusted = person.approvedAt !== undefined && person.hourCount <= mostAnHour
  if (!isTrusted || isSuspicious(text.content)) return waits
  return { standing: 'memory', confirmation: 'approved' }
}

async function countArrival({ tx, clock }: TeamWork, { id, name }: Author): Promise<TeamPerson> {
  const now = clock.now()
  const at = now.toISOString()
  const known = await tx.team.person(id)
  const isSameHour = known && Math.abs(now.getTime() - Date.parse(known.hourStartedAt)) < hourMs
  const person: TeamPerson = {
    ...{ id, name, firstSeenAt: known?.firstSeenAt ?? at, approvedAt: known?.approvedAt },
    hourStartedAt: isSameHour ? known.hourStartedAt : at,
    hourCount: isSameHour ? known.hourCount + 1 : 1,
  }
  await tx.team.putPerson(person)
  return person
}
