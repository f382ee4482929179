/** Digests of the team's sessions, as a list to filter. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { listMembers } from '../../../core/team/people/members.ts'
import { browseDigests, readProjects } from '../../../core/team/report/team-reports.ts'
import type { ServerParts } from '../server-parts.ts'
import { choiceOf, digestList, projectName, queryLink } from './elements.ts'
import { paths } from './paths.ts'
import { forVisitors } from './team-page.ts'

/** Unknown filters are ignored: a link from elsewhere must not fail. */
const query = z.object({
  project: z.uuid().optional().catch(undefined),
  author: z.uuid().optional().catch(undefined),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})

export function serveSessions(app: Hono, parts: ServerParts): void {
  const { reports, people } = parts
  app.get(
    paths.sessions,
    forVisitors(parts)(async ({ context, actor, now }) => {
      const asked = query.parse(context.req.query())
      const [{ digests, before }, projects, members] = await Promise.all([
        browseDigests(reports, actor, asked),
        readProjects(reports, actor),
        listMembers(people, actor),
      ])
      const list =
        digests.length > 0
          ? digestList(digests, now)
          : html`<p class="quiet">No session digest matches. They appear here once a member runs
<code>throughline share --digests</code> in a project.</p>`
      const next = queryLink(paths.sessions, { ...asked, before })
      const content = html`<form class="filters" method="get" action="${paths.sessions}">
${choiceOf(
  'project',
  'Project',
  asked.project,
  projects.map((each) => ({ value: each.id, name: projectName(each) })),
)}
${choiceOf(
  'author',
  'Author',
  asked.author,
  members.map(({ id, name }) => ({ value: id, name })),
)}
<button type="submit">Filter</button>
</form>
<section class="card">${list}</section>
${before === undefined ? '' : html`<p><a href="${next}">Older</a></p>`}`
      return { title: 'Sessions', content }
    }),
  )
}
