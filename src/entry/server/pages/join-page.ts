/** The page that an invitation or sign-in link opens. Opening it changes nothing; its button does. */
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ThroughlineError } from '../../../contract/errors.ts'
import { personName } from '../../../contract/team/people.ts'
import { peopleRoutes } from '../../../contract/team/routes.ts'
import { acceptLink, type LinkPreview, previewLink } from '../../../core/team/people/accept-link.ts'
import { requestLimits } from '../../../core/team/people/request-budget.ts'
import { openBrowserSession } from '../browser-session.ts'
import { describeBrowser, formOf } from '../read-request.ts'
import { countAddress, requestIdOf, type ServerParts } from '../server-parts.ts'
import { alert, page } from './layout.ts'

export function serveJoinPage(app: Hono, parts: ServerParts): void {
  const { people, publicUrl } = parts
  const path = `${peopleRoutes.joinPage}/:code` as const
  app.get(path, async (context) => {
    await countAddress(context, parts, requestLimits.links)
    return answer(context, async () =>
      joinForm(context, await previewLink(people, context.req.param('code'))),
    )
  })
  app.post(path, async (context) => {
    await countAddress(context, parts, requestLimits.links)
    const code = context.req.param('code')
    return answer(context, async () => {
      const link = await previewLink(people, code)
      const name = personName.safeParse(formOf(context).get('name') ?? '')
      if (link.isNew && !name.success) {
        return joinForm(context, link, 'Enter your name, at most 100 characters.')
      }
      const token = await acceptLink(people, {
        code,
        name: name.data,
        kind: 'browser',
        device: describeBrowser(context.req.header('user-agent') ?? ''),
        requestId: requestIdOf(context),
      })
      openBrowserSession(context, token, publicUrl())
      return context.redirect('/', 303)
    })
  })
}

async function answer(context: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ThroughlineError) || error.code !== 'not-found') throw error
    const advice = html`<p>This link was used or revoked, or has expired.</p>
<p>Ask the person who invited you for a new one. If you are signed in on another machine, run
<code>throughline team link</code> there.</p>`
    return page(context, 'This link does not work', advice, 404)
  }
}

function joinForm(context: Context, link: LinkPreview, problem?: string) {
  const { organisation, email, role, isNew } = link
  const title = isNew ? `Join ${organisation}` : `Sign in to ${organisation}`
  const nameField = html`<label for="name">Your name, as teammates will see it</label>
<input id="name" name="name" autocomplete="name" required maxlength="100">`
  const content = html`${alert(problem)}
<dl>
<dt>Address</dt><dd>${email}</dd>
<dt>Role</dt><dd>${role}</dd>
</dl>
<form method="post">
${isNew ? nameField : ''}
<button type="submit">${isNew ? 'Join' : 'Sign in'}</button>
</form>
<p class="muted">The link works once. It signs in this browser, for 14 days.</p>`
  return page(context, title, content, problem === undefined ? 200 : 400)
}
