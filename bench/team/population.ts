/** Organisations with developers who are signed in, and memories that were there before. */
import { randomUUID } from 'node:crypto'
import { openTeamBackend } from '../../src/compose/team/team-server.ts'
import { type SyncOperation, syncLimits } from '../../src/contract/team/sync.ts'
import { acceptLink } from '../../src/core/team/people/accept-link.ts'
import { invite } from '../../src/core/team/people/invitations.ts'
import { setUpOrganisation } from '../../src/core/team/people/operator.ts'
import { authenticate } from '../../src/core/team/people/tokens.ts'
import { statementText } from '../scale-texts.ts'

export interface Team {
  readonly organisation: string
  readonly project: string
  /** Of its developers' machines. */
  readonly tokens: readonly string[]
  /** The numbers of the statements that it has. */
  readonly statements: readonly number[]
}

interface PopulationSize {
  readonly organisations: number
  readonly developers: number
  readonly memories: number
}

/** Organisations that are filled at the same time. */
const atOnce = 4

const log = { info() {}, warn() {}, error() {} }

type Backend = Awaited<ReturnType<typeof openTeamBackend>>

export async function populate(databaseUrl: string, size: PopulationSize): Promise<Team[]> {
  const backend = await openTeamBackend(databaseUrl, log)
  try {
    const teams: Team[] = []
    const makeNext = async () => {
      for (let number = teams.length; number < size.organisations; number = teams.length) {
        const making = makeTeam(backend, number, size)
        teams.length += 1
        teams[number] = await making
      }
    }
    await Promise.all(Array.from({ length: atOnce }, makeNext))
    return teams
  } finally {
    await backend.close()
  }
}

async function makeTeam(backend: Backend, number: number, size: PopulationSize): Promise<Team> {
  const share = (of: number) =>
    Math.floor(((number + 1) * of) / size.organisations) -
    Math.floor((number * of) / size.organisations)
  const { people, sync } = backend
  const owner = { email: 'owner@example.com', name: 'Owner' }
  const { link, id: organisation } = await setUpOrganisation(people, `Team ${number}`, owner)
  const signIn = async (code: string, name?: string) => {
    const token = await acceptLink(people, { code, name, kind: 'machine', device: 'laptop' })
    const actor = await authenticate(people, token)
    if (!actor) throw new Error('a fresh token does not work')
    return { token, actor }
  }
  const first = await signIn(link.code)
  const tokens = [first.token]
  while (tokens.length < share(size.developers)) {
    const email = `developer${tokens.length}@example.com`
    const { code } = await invite(people, first.actor, email, 'member')
    tokens.push((await signIn(code, `Developer ${tokens.length}`)).token)
  }
  const request = { type: 'team', identity: 'github.com/acme/app', name: 'app' } as const
  const { id: project } = await sync.share(first.actor, { ...request, aliases: [] })
  const count = share(size.memories)
  const from = Math.floor((number * size.memories) / size.organisations)
  const statements = Array.from({ length: count }, (_, index) => from + index)
  for (let at = 0; at < count; at += syncLimits.operationsPerPush) {
    const portion = statements.slice(at, at + syncLimits.operationsPerPush)
    const operations = portion.map((statement) => putStatement(project, statementText(statement)))
    await sync.push(first.actor, { operations })
  }
  return { organisation, project, tokens, statements }
}

export function putStatement(project: string, content: string): SyncOperation {
  const at = new Date().toISOString()
  return {
    ...{ type: 'put', key: randomUUID(), id: randomUUID(), project, base: 0 },
    text: {
      ...{ kind: 'fact', content, tags: [], keywords: [], files: [], importance: 0.5 },
      ...{ trust: 'user', validFrom: at, createdAt: at, updatedAt: at },
    },
  }
}
