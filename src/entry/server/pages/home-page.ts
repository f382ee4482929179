/** The first page: who is signed in here, and what to do next. */
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { devicePaths } from '../../../contract/team/device-sign-in.ts'
import { signOut } from '../../../core/team/people/tokens.ts'
import { closeBrowserSession, findBrowserSession } from '../browser-session.ts'
import type { ServerParts } from '../server-parts.ts'
import { page } from './layout.ts'

const signOutPath = '/sign-out'

export function serveHomePage(app: Hono, parts: ServerParts): void {
  const { people, publicUrl } = parts
  app.get('/', async (context) => {
    const actor = await findBrowserSession(context, parts)
    if (!actor) return notSignedIn(context)
    const organisation = await people.store.reading(actor.organisation).organisationName()
    const content = html`<p>You are signed in as ${actor.person.name}, ${actor.role}.</p>
<p>To connect a machine, run this on it, then enter the code it shows:</p>
<p><code>throughline login ${publicUrl().origin}</code></p>
<p><a href="${devicePaths.page}">Enter a code</a></p>
<form method="post" action="${signOutPath}">
<button class="second" type="submit">Sign out</button>
</form>`
    return page(context, organisation ?? 'Throughline', content)
  })
  app.post(signOutPath, async (context) => {
    const actor = await findBrowserSession(context, parts)
    if (actor) await signOut(people, actor)
    closeBrowserSession(context, publicUrl())
    return context.redirect('/', 303)
  })
}

export function notSignedIn(context: Context) {
  const content = html`<p>This browser is not signed in.</p>
<p>Open the link that you were invited with. If a machine of yours is signed in already, run this on
it and open the link it shows:</p>
<p><code>throughline team link</code></p>`
  return page(context, 'Throughline for teams', content, context.req.path === '/' ? 200 : 401)
}
