/** For admins: usage, the audit, and whether everything runs. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { AuditEntry } from '../../../contract/team/people.ts'
import { bytes, count } from '../../../contract/wording.ts'
import { listAudit, requireAdmin } from '../../../core/team/people/actor.ts'
import { listMembers } from '../../../core/team/people/members.ts'
import { requestLimits } from '../../../core/team/people/request-budget.ts'
import { listSignIns, type OpenSignIn } from '../../../core/team/people/tokens.ts'
import { readUsage, type Usage } from '../../../core/team/report/team-reports.ts'
import type { ServerParts } from '../server-parts.ts'
import { htmlTable, projectName, utc, when } from './elements.ts'
import type { Markup } from './layout.ts'
import { paths } from './paths.ts'
import { forVisitors } from './team-page.ts'

const auditPerPage = 50
const silentMs = 7 * 86_400_000

export function serveAdminPages(app: Hono, parts: ServerParts): void {
  const { people, reports, isReady, version } = parts
  const visited = forVisitors(parts)
  app.get(
    paths.usage,
    visited(async ({ actor }) => {
      const [usage, members] = await Promise.all([
        readUsage(reports, actor),
        listMembers(people, actor),
      ])
      const names = new Map(members.map(({ id, name }) => [id, name]))
      return { title: 'Usage', content: html`${storage(usage)}${requests(usage, names)}` }
    }),
  )
  app.get(
    paths.audit,
    visited(async ({ context, actor }) => {
      const before = Number(context.req.query('before')) || undefined
      const entries = await listAudit(people, actor, auditPerPage, before)
      return { title: 'Audit', content: auditTable(entries) }
    }),
  )
  app.get(
    paths.health,
    visited(async ({ actor, now }) => {
      requireAdmin(actor)
      const [ready, signIns] = await Promise.all([isReady(), listSignIns(people, actor)])
      const machines = signIns.filter(({ kind }) => kind === 'machine')
      const facts = [
        ['Server', ready ? 'ready' : 'the database does not answer'],
        ['Version', version],
        ['Machines signed in', String(machines.length)],
      ] as const
      const content = html`<section class="card"><dl class="facts">${facts.map(
        ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`,
      )}</dl></section>${silentMachines(machines, now)}`
      return { title: 'Health', content }
    }),
  )
}

function storage({ projects, storage }: Usage): Markup {
  const known = new Map(projects.map((project) => [project.id, project]))
  const rows = storage.map((each) => {
    const project = known.get(each.id)
    return html`<tr><td>${project ? projectName(project) : each.id}</td>
<td class="number">${each.memories.toLocaleString('en')}</td>
<td class="number">${bytes(each.bytes)}</td></tr>`
  })
  const heads = ['Project', { number: 'Memories' }, { number: 'Text, with former versions' }]
  return html`<section class="card"><h2>Storage</h2>${htmlTable(heads, rows, 'Storage')}</section>`
}

function requests({ requests }: Usage, names: ReadonlyMap<string, string>): Markup {
  const rows = requests.map(
    ({ personId, requests: sent }) => html`<tr><td>${names.get(personId) ?? 'a former member'}</td>
<td class="number">${sent.toLocaleString('en')}</td></tr>`,
  )
  const most = requestLimits.requests.most.toLocaleString('en')
  return html`<section class="card"><h2>Requests in the last 24 hours</h2>
${htmlTable(['Person', { number: 'Requests' }], rows, 'Requests')}
<p class="quiet">A person may send ${most} a minute. Models run on each machine, so what they cost is
there: <code>throughline cost</code>.</p></section>`
}

function auditTable(entries: readonly AuditEntry[]): Markup {
  const rows = entries.map(
    ({ number, at, action, person, subject, facts }) => html`<tr><td class="number">${number}</td>
<td><time datetime="${at}">${utc(at)}</time></td><td>${person?.name ?? 'operator'}</td>
<td>${action.replaceAll('-', ' ')}</td><td><code>${subject?.slice(-12) ?? ''}</code></td>
<td>${Object.entries(facts)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ')}</td></tr>`,
  )
  const heads = [{ number: 'Number' }, 'Time', 'Person', 'Action', 'Subject', 'Facts']
  const oldest = entries.at(-1)?.number ?? 0
  const older =
    entries.length === auditPerPage && oldest > 1
      ? html`<p><a href="${paths.audit}?before=${oldest}">Older</a></p>`
      : ''
  return html`<section class="card">${htmlTable(heads, rows, 'Audit')}</section>${older}`
}

function silentMachines(machines: readonly OpenSignIn[], now: Date): Markup {
  const silent = machines.filter(
    ({ lastUsedAt, createdAt }) => now.getTime() - Date.parse(lastUsedAt ?? createdAt) > silentMs,
  )
  if (silent.length === 0) {
    return html`<p class="quiet">Every machine synced within the last week.</p>`
  }
  const rows = silent.map(
    ({ name, person, lastUsedAt }) => html`<tr><td>${name}</td><td>${person.name}</td>
<td>${when(lastUsedAt, now)}</td></tr>`,
  )
  const title = `${count(silent.length, 'machine')} not seen for a week`
  return html`<section class="card"><h2>${title}</h2>
${htmlTable(['Machine', 'Person', 'Last seen'], rows, title)}</section>`
}
