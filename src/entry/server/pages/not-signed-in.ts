import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ServerParts } from '../server-parts.ts'
import { page } from './layout.ts'
import { signOnChoices } from './sign-on-page.ts'

/** How to sign this browser in. @param deviceCode of a machine to go on with */
export async function notSignedIn(context: Context, parts: ServerParts, deviceCode?: string) {
  const content = html`<p>This browser is not signed in.</p>
${await signOnChoices(parts, deviceCode)}
<p>Open the link that you were invited with. If a machine of yours is signed in already, run this on
it and open the link it shows:</p>
<p><code>throughline team link</code></p>`
  return page(context, 'Throughline for teams', content, context.req.path === '/' ? 200 : 401)
}
