/** A team with an owner, a member and a reader, each with a laptop and a browser, and one project. */
import { beforeAll } from 'vitest'
import { syncRoutes } from '../../../src/contract/team/routes.ts'
import type { SharedText, ShareRequest } from '../../../src/contract/team/sync.ts'
import type { SignedIn } from './people.ts'
import { useServerApp } from './server-app.ts'
import { putOperation, teamProject } from './sync-server.ts'

/** Someone's laptop and browser. */
interface Person {
  readonly laptop: SignedIn
  readonly browser: SignedIn
}

interface Team {
  readonly owner: Person
  readonly member: Person
  readonly reader: Person
  readonly project: string
}

export function useTeamBrowsers() {
  const app = useServerApp()
  let team: Team

  const cookieFor = ({ token }: SignedIn) => `__Host-throughline=${token}`
  const open = (who: SignedIn, path: string) =>
    app.ask(path, { headers: { cookie: cookieFor(who) } })

  async function browserOf(laptop: SignedIn): Promise<Person> {
    const made = await app.post(laptop.token, '/api/sign-in-links')
    const { link } = (await made.json()) as { link: string }
    const code = link.split('/').at(-1) ?? ''
    return { laptop, browser: await app.signIn(code, 'browser') }
  }

  async function share(who: SignedIn, request: ShareRequest): Promise<string> {
    const response = await app.post(who.token, syncRoutes.share.path, request)
    return ((await response.json()) as { id: string }).id
  }

  beforeAll(async () => {
    const owner = await browserOf(await app.founder())
    const member = await browserOf(await app.joined(owner.laptop, 'member'))
    const reader = await browserOf(await app.joined(owner.laptop, 'reader'))
    team = { owner, member, reader, project: await share(member.laptop, teamProject('shop')) }
  })

  return {
    app,
    team: () => team,
    open,
    read: async (who: SignedIn, path: string) => (await open(who, path)).text(),
    submit: (who: SignedIn, path: string, fields: Record<string, string> = {}) =>
      app.submit(path, fields, cookieFor(who)),
    browserOf,
    share,
    /** @returns the memory's id */
    async store(who: SignedIn, text: Partial<SharedText>, into = team.project): Promise<string> {
      const at = app.clock.now().toISOString()
      const operation = putOperation(into, { createdAt: at, updatedAt: at, ...text })
      await app.post(who.token, syncRoutes.push.path, { operations: [operation] })
      return operation.id
    },
  }
}
