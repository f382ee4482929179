/** The review queue: changes that lost to another one, and memories that look like an attack. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { parseInput } from '../../../contract/parse-input.ts'
import { type OpenConflict, resolveRequest } from '../../../contract/team/conflicts.ts'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import { readReview, type TeamReview } from '../../../core/team/report/team-reports.ts'
import { formOf, idIn } from '../read-request.ts'
import type { ServerParts } from '../server-parts.ts'
import { memoryList, when, withCode } from './elements.ts'
import type { Markup } from './layout.ts'
import { paths, withId } from './paths.ts'
import { forVisitors, type Visit } from './team-page.ts'

export function serveReview(app: Hono, parts: ServerParts): void {
  const { reports, sync } = parts
  const visited = forVisitors(parts)
  app.get(
    paths.review,
    visited(async (visit) => {
      const review = await readReview(reports, visit.actor)
      return { title: 'Review', content: describeReview(visit, review) }
    }),
  )
  app.post(
    paths.resolve,
    visited(async ({ context, actor }) => {
      const request = { id: idIn(context), keep: formOf(context).get('keep') }
      await sync.resolve(actor, parseInput(resolveRequest, request))
      return context.redirect(paths.review, 303)
    }),
  )
}

function describeReview(visit: Visit, { conflicts, suspicious }: TeamReview): Markup {
  if (conflicts.length + suspicious.length === 0) {
    return html`<p class="quiet">Nothing waits. Two people’s changes of one memory, and memories that
tell agents to run commands or open addresses, appear here.</p>`
  }
  return html`${conflicts.map((conflict) => conflictCard(visit, conflict))}
${
  suspicious.length > 0
    ? html`<section class="card"><h2>Tells agents to do something</h2>
<p class="quiet">Learned this week. Each machine asks its user before an agent gets one of these.</p>
${memoryList(suspicious, visit.now)}</section>`
    : ''
}`
}

function conflictCard(
  visit: Visit,
  { id, memoryId, author, text, at, current }: OpenConflict,
): Markup {
  const { actor, now } = visit
  const mayDecide =
    isAtLeast(actor.role, 'admin') ||
    (author.id === actor.person.id && isAtLeast(actor.role, 'member'))
  return html`<section class="card"><h2>Two versions</h2>
<p class="statement">${withCode(current.text.content)}</p>
<p class="quiet">${current.author.name}, which everyone has ·
<a href="${withId(paths.memory, memoryId)}">history</a></p>
<p class="statement">${withCode(text.content)}</p>
<p class="quiet">${author.name}, ${when(at, now)}, which lost</p>
${mayDecide ? choice(id, current.author.name, author.name) : html`<p class="quiet">${author.name} or an admin decides.</p>`}
</section>`
}

function choice(id: string, standing: string, lost: string): Markup {
  const [first, second] =
    standing === lost ? ['the first', 'the second'] : [`${standing}’s`, `${lost}’s`]
  return html`<form method="post" action="${withId(paths.resolve, id)}">
<button type="submit" name="keep" value="current">Keep ${first}</button>
<button class="second" type="submit" name="keep" value="other">Keep ${second}</button></form>`
}
