/** The first page: what the team learned this week, its projects and how active it is. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { devicePaths } from '../../../contract/team/device-sign-in.ts'
import { count } from '../../../contract/wording.ts'
import type { ProjectReport } from '../../../core/ports/team/team-report-store.ts'
import { listMembers } from '../../../core/team/people/members.ts'
import { signOut } from '../../../core/team/people/tokens.ts'
import { type Overview, readOverview } from '../../../core/team/report/team-reports.ts'
import { closeBrowserSession, findBrowserSession } from '../browser-session.ts'
import type { ServerParts } from '../server-parts.ts'
import {
  dayChart,
  digestList,
  htmlTable,
  kindBadge,
  memoryList,
  projectName,
  when,
} from './elements.ts'
import type { Markup } from './layout.ts'
import { paths } from './paths.ts'
import { forVisitors } from './team-page.ts'

export function serveOverview(app: Hono, parts: ServerParts): void {
  const { people, reports, publicUrl } = parts
  app.get(
    paths.overview,
    forVisitors(parts)(async ({ actor, organisation, now }) => {
      const [overview, members] = await Promise.all([
        readOverview(reports, actor),
        listMembers(people, actor),
      ])
      const content = html`${figures(overview, members.length)}
${learned(overview, now)}
${sessions(overview, now)}
${projects(overview.projects, now)}
<section class="card"><h2>Activity</h2>${dayChart(overview.days)}</section>
${connect(publicUrl())}`
      return { title: organisation, content }
    }),
  )
  app.post(paths.signOut, async (context) => {
    const actor = await findBrowserSession(context, parts)
    if (actor) await signOut(people, actor)
    closeBrowserSession(context, publicUrl())
    return context.redirect('/', 303)
  })
}

function figures({ projects, learned }: Overview, members: number): Markup {
  const memories = sum(projects.map((project) => project.memories))
  const values = [
    ['Learned this week', sum(learned.map((each) => each.memories))],
    ['Memories', memories],
    ['Projects', projects.filter(({ type }) => type === 'team').length],
    ['People', members],
  ] as const
  return html`<dl class="figures">${values.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value.toLocaleString('en')}</dd></div>`,
  )}</dl>`
}

function learned({ newest, learned }: Overview, now: Date): Markup {
  if (newest.length === 0) {
    return html`<section class="card"><h2>Learned this week</h2>
<p class="quiet">Nothing yet. Memories appear here as soon as a shared project learns something.</p>
</section>`
  }
  const kinds = [...Map.groupBy(learned, ({ kind }) => kind)].map(
    ([kind, counts]) =>
      html`<li>${kindBadge(kind)} ${sum(counts.map(({ memories }) => memories))}</li>`,
  )
  return html`<section class="card"><h2>Learned this week</h2>
<ul class="inline">${kinds}</ul>
${memoryList(newest, now)}
<p><a href="${paths.memories}?learned=week">Everything learned this week</a></p></section>`
}

/** Nothing where no one shares them. */
function sessions({ sessions: digests }: Overview, now: Date): Markup | string {
  if (digests.length === 0) return ''
  return html`<section class="card"><h2>Sessions this week</h2>
${digestList(digests, now)}
<p><a href="${paths.sessions}">All sessions</a></p></section>`
}

function projects(found: readonly ProjectReport[], now: Date): Markup {
  if (found.length === 0) {
    return html`<section class="card"><h2>Projects</h2>
<p>No project is shared yet. In a project’s folder, on a machine that is signed in, run:</p>
<p><code>throughline share</code></p></section>`
  }
  const rows = found.map(
    (project) => html`<tr>
<td><a href="${paths.memories}?project=${project.id}">${projectName(project)}</a></td>
<td class="number">${project.memories.toLocaleString('en')}</td>
<td class="number">${project.learned.toLocaleString('en')}</td>
<td class="number">${count(project.authors, 'person', 'people')}</td>
<td>${when(project.lastChangedAt, now)}</td></tr>`,
  )
  const numbers = ['Memories', 'This week', 'Written by'].map((number) => ({ number }))
  const heads = ['Project', ...numbers, 'Last change']
  return html`<section class="card"><h2>Projects</h2>${htmlTable(heads, rows, 'Projects')}</section>`
}

function connect({ origin }: URL): Markup {
  return html`<section class="card"><h2>Connect a machine</h2>
<p>Run this on it, then enter the code it shows:</p>
<p><code>throughline login ${origin}</code></p>
<p><a href="${devicePaths.page}">Enter a code</a></p></section>`
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
