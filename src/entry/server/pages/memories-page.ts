/** The team's memories: a list to filter, and each with its history. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { memoryKinds } from '../../../contract/vocabulary.ts'
import type { ProjectReport, ReportFilter } from '../../../core/ports/team-report-store.ts'
import type { SyncConflict, SyncRevision } from '../../../core/ports/team-sync-store.ts'
import { listMembers } from '../../../core/team/people/members.ts'
import {
  browseMemories,
  type MemoryReport,
  readMemoryReport,
  readProjects,
} from '../../../core/team/report/team-reports.ts'
import type { ServerParts } from '../server-parts.ts'
import { kindBadge, memoryList, projectName, when } from './elements.ts'
import type { Markup } from './layout.ts'
import { paths } from './paths.ts'
import { forVisitors, type TeamPage } from './team-page.ts'

const weekMs = 7 * 86_400_000

/** What is not a filter is ignored: a link from elsewhere must not fail. */
const query = z.object({
  project: z.uuid().optional().catch(undefined),
  kind: z.enum(memoryKinds).optional().catch(undefined),
  author: z.uuid().optional().catch(undefined),
  learned: z.literal('week').optional().catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})
type Query = z.infer<typeof query>

export function serveMemories(app: Hono, parts: ServerParts): void {
  const { reports, people } = parts
  const visited = forVisitors(parts)
  app.get(
    paths.memories,
    visited(async ({ context, actor, now }) => {
      const asked = query.parse(context.req.query())
      const [{ memories, before }, projects, members] = await Promise.all([
        browseMemories(reports, actor, toFilter(asked, now)),
        readProjects(reports, actor),
        listMembers(people, actor),
      ])
      const list =
        memories.length > 0
          ? memoryList(memories, now)
          : html`<p class="quiet">No memory matches.</p>`
      const content = html`${filterForm(asked, projects, members)}
<section class="card">${list}</section>
${before === undefined ? '' : html`<p><a href="${linkTo({ ...asked, before })}">Older</a></p>`}`
      return { title: 'Memories', content }
    }),
  )
  app.get(
    paths.memory,
    visited(async ({ context, actor, now }) => {
      const id = z.uuid().safeParse(context.req.param('id'))
      const report = id.success ? await readMemoryReport(reports, actor, id.data) : undefined
      return report ? memoryPage(report, now) : noMemory
    }),
  )
}

function toFilter({ learned, ...asked }: Query, now: Date): ReportFilter {
  if (!learned) return asked
  return { ...asked, learnedSince: new Date(now.getTime() - weekMs).toISOString() }
}

function linkTo(asked: Query): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined) address.set(name, String(value))
  }
  return `${paths.memories}?${address}`
}

function filterForm(
  { project, kind, author, learned }: Query,
  projects: readonly ProjectReport[],
  members: readonly { readonly id: string; readonly name: string }[],
): Markup {
  const all = { value: '', name: 'All' }
  return html`<form class="filters" method="get" action="${paths.memories}">
${choice('project', 'Project', project, [
  all,
  ...projects.map((each) => ({ value: each.id, name: projectName(each) })),
])}
${choice('kind', 'Kind', kind, [all, ...memoryKinds.map((value) => ({ value, name: value }))])}
${choice('author', 'Author', author, [
  all,
  ...members.map(({ id, name }) => ({ value: id, name })),
])}
${choice('learned', 'Learned', learned, [
  { value: '', name: 'Any time' },
  { value: 'week', name: 'This week' },
])}
<button type="submit">Filter</button>
</form>`
}

interface Option {
  readonly value: string
  readonly name: string
}

function choice(
  name: string,
  label: string,
  chosen: string | undefined,
  options: readonly Option[],
): Markup {
  return html`<p><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    (option) =>
      option.value === (chosen ?? '')
        ? html`<option value="${option.value}" selected>${option.name}</option>`
        : html`<option value="${option.value}">${option.name}</option>`,
  )}</select></p>`
}

function memoryPage({ memory, revisions, conflicts }: MemoryReport, now: Date): TeamPage {
  const { id, text, project, author, creator, changedAt } = memory
  const facts: [string, Markup | string][] = [
    ['Kind', kindBadge(text.kind)],
    ['Project', projectName(project)],
    ['Written by', author.name],
    ...(creator.id === author.id ? [] : [['Shared first by', creator.name] as [string, string]]),
    ['First stated', when(text.createdAt, now)],
    ['Last change', when(changedAt ?? text.updatedAt, now)],
    ...labels('Tags', text.tags),
    ...labels('Files', text.files),
    ['Id', html`<code>${id}</code>`],
  ]
  const content = html`<section class="card"><p class="statement">${text.content}</p>
${text.validTo ? html`<p class="quiet">Superseded ${when(text.validTo, now)}.</p>` : ''}
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</section>
${conflicts.length > 0 ? changes('Changes that lost', conflicts, ({ at }) => when(at, now)) : ''}
${
  revisions.length > 0
    ? changes('Former versions', revisions, ({ replacedAt }) => when(replacedAt, now))
    : ''
}`
  return { title: 'Memory', content }
}

function labels(name: string, values: readonly string[]): [string, string][] {
  return values.length > 0 ? [[name, values.join(', ')]] : []
}

function changes<Change extends SyncConflict | SyncRevision>(
  title: string,
  found: readonly Change[],
  at: (change: Change) => Markup | string,
): Markup {
  return html`<section class="card"><h2>${title}</h2><ul class="memories">${found.map(
    (change) => html`<li><p>${change.text.content}</p>
<p class="quiet">${change.author.name} · ${at(change)}</p></li>`,
  )}</ul></section>`
}

const noMemory: TeamPage = {
  title: 'There is no such memory',
  content: html`<p>It was forgotten or taken back, or it was never shared with you.</p>
<p><a href="${paths.memories}">All memories</a></p>`,
  status: 404,
}
