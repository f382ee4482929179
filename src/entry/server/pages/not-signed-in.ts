import type { Context } from 'hono'
import { html } from 'hono/html'
import { page } from './layout.ts'

/** How to sign this browser in. */
export function notSignedIn(context: Context) {
  const content = html`<p>This browser is not signed in.</p>
<p>Open the link that you were invited with. If a machine of yours is signed in already, run this on
it and open the link it shows:</p>
<p><code>throughline team link</code></p>`
  return page(context, 'Throughline for teams', content, context.req.path === '/' ? 200 : 401)
}
