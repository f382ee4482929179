/** The team's memories, as a list to filter. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { memoryKinds } from '../../../contract/vocabulary.ts'
import type { ProjectReport, ReportFilter } from '../../../core/ports/team-report-store.ts'
import { listMembers } from '../../../core/team/people/members.ts'
import { browseMemories, readProjects } from '../../../core/team/report/team-reports.ts'
import type { ServerParts } from '../server-parts.ts'
import { memoryList, projectName } from './elements.ts'
import type { Markup } from './layout.ts'
import { paths } from './paths.ts'
import { forVisitors } from './team-page.ts'

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
  app.get(
    paths.memories,
    forVisitors(parts)(async ({ context, actor, now }) => {
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
