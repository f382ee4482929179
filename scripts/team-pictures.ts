/** Pictures of a team server's pages, with sample people and memories on a temporary PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openTeamBackend } from '../src/compose/team/team-server.ts'
import { startTrialDatabase } from '../src/compose/team/trial-database.ts'
import { peopleRoutes, syncRoutes } from '../src/contract/team/routes.ts'
import { setUpOrganisation } from '../src/core/team/people/operator.ts'
import { runServer } from '../src/entry/server/run-server.ts'
import type { TestBrowser } from '../test/support/browser/browser.ts'
import { type SampleMemory, sampleMemories } from '../test/support/homes/sample-memories.ts'

const log = { info() {}, warn() {}, error() {} }
const names = ['Overview', 'Memories', 'Review', 'Sessions', 'Members', 'Keys', 'Usage', 'Audit']

/** @param take is given each page when it is shown, by its name */
export async function takeTeamPages(
  browser: TestBrowser,
  take: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'team-pictures-'))
  const database = await startTrialDatabase(folder)
  const address = { host: '127.0.0.1', port: 0, proxies: 0 }
  const server = await runServer({ databaseUrl: database.url, ...address, log })
  const watched = await browser.openStranger({ width: 1440, height: 900 })
  try {
    const { page } = watched
    await page.goto(await fillTeam(database.url, server.url))
    await take(page, 'team-join')
    await page.getByRole('button', { name: 'Sign in' }).click()
    for (const name of names) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await take(page, `team-${name.toLowerCase()}`)
    }
  } finally {
    await watched.close()
    await server.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ada founds the team, Grace and Linus join; each shares something. @returns a link for Ada's browser */
async function fillTeam(databaseUrl: string, server: URL): Promise<string> {
  const send = async <T>(path: string, body: object, token = ''): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', body: JSON.stringify(body), headers }
    const response = await fetch(new URL(path, server), init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  const join = async (code: string, machine: string, name?: string) => {
    const body = { code, machine, ...(name && { name }) }
    return (await send<{ access_token: string }>(peopleRoutes.join, body)).access_token
  }
  const backend = await openTeamBackend(databaseUrl, log)
  const owner = { email: 'ada@example.com', name: 'Ada' }
  const { link } = await setUpOrganisation(backend.people, 'Acme', owner)
  await backend.close()
  const ada = await join(link.code, 'ada-laptop')
  const people = [ada]
  for (const name of ['Grace', 'Linus']) {
    const email = `${name.toLowerCase()}@example.com`
    const invited = await send<{ link: string }>(peopleRoutes.invitations, { email }, ada)
    const code = invited.link.split('/').at(-1) ?? ''
    people.push(await join(code, `${name.toLowerCase()}-laptop`, name))
  }
  for (const [index, memory] of sampleMemories.entries()) {
    if (memory.project === undefined) continue
    const token = people[index % people.length] ?? ada
    const identity = `github.com/acme/${memory.project}`
    const project = { type: 'team', name: memory.project, identity, aliases: [] }
    const { id } = await send<{ id: string }>(syncRoutes.share.path, project, token)
    await send(syncRoutes.push.path, { operations: [toOperation(memory, id)] }, token)
  }
  return (await send<{ link: string }>(peopleRoutes.signInLinks, {}, ada)).link
}

function toOperation(memory: SampleMemory, project: string): object {
  const { kind, content, tags = [], files = [], importance = 0.5 } = memory
  const at = new Date(Date.now() - memory.daysAgo * 86_400_000).toISOString()
  const labels = { tags, keywords: [], files, importance, trust: 'user' }
  const times = { validFrom: at, createdAt: at, updatedAt: at }
  const text = { kind, content, ...labels, ...times }
  return { type: 'put', key: randomUUID(), id: randomUUID(), project, base: 0, text }
}
