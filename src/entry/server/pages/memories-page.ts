/** The team's memories, as a list to filter. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { memoryKinds } from '../../../contract/vocabulary.ts'
import type { ProjectReport, ReportFilter } from '../../../core/ports/team/team-report-store.ts'
import { listMembers } from '../../../core/team/people/members.ts'
import { browseMemories, readProjects } from '../../../core/team/report/team-reports.ts'
import type { ServerParts } from '../server-parts.ts'
import { choiceOf, memoryList, projectName, queryLink } from './elements.ts'
import type { Markup } from './layout.ts'
import { paths } from './paths.ts'
import { forVisitors } from './team-page.ts'

const weekMs = 7 * 86_400_000

/** Unknown filters are ignored: a link from elsewhere must not fail. */
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
      const older = queryLink(paths.memories, { ...asked, before })
      const sessions = queryLink(paths.sessions, { project: asked.project })
      const content = html`${filterForm(asked, projects, members)}
<section class="card">${list}</section>
${before === undefined ? '' : html`<p><a href="${older}">Older</a></p>`}
${asked.project === undefined ? '' : html`<p><a href="${sessions}">Sessions of this project</a></p>`}`
      return { title: 'Memories', content }
    }),
  )
}

function toFilter({ learned, ...asked }: Query, now: Date): ReportFilter {
  if (!learned) return asked
  return { ...asked, learnedSince: new Date(now.getTime() - weekMs).toISOString() }
}

function filterForm(
  { project, kind, author, learned }: Query,
  projects: readonly ProjectReport[],
  members: readonly { readonly id: string; readonly name: string }[],
): Markup {
  const learnedChoices = [{ value: 'week', name: 'This week' }]
  return html`<form class="filters" method="get" action="${paths.memories}">
${choiceOf(
  'project',
  'Project',
  project,
  projects.map((each) => ({ value: each.id, name: projectName(each) })),
)}
${choiceOf(
  'kind',
  'Kind',
  kind,
  memoryKinds.map((value) => ({ value, name: value })),
)}
${choiceOf(
  'author',
  'Author',
  author,
  members.map(({ id, name }) => ({ value: id, name })),
)}
${choiceOf('learned', 'Learned', learned, learnedChoices, 'Any time')}
<button type="submit">Filter</button>
</form>`
}
