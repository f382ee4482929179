/** Single sign-on in the browser: to the provider and back. */
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { meaningOf, ThroughlineError } from '../../../contract/errors.ts'
import { devicePaths } from '../../../contract/team/device-sign-in.ts'
import { emailAddress } from '../../../contract/team/people.ts'
import { signOnCallback, signOnPath } from '../../../contract/team/sign-on.ts'
import type { SignOnChoice } from '../../../core/ports/team/sign-on.ts'
import { requestLimits } from '../../../core/team/people/request-budget.ts'
import { finishSignOn, startSignOn } from '../../../core/team/sign-on/sign-on.ts'
import { closeSignOn, openBrowserSession, openSignOn, signOnSecret } from '../browser-session.ts'
import { describeBrowser, formOf } from '../read-request.ts'
import { countAddress, requestIdOf, type ServerParts } from '../server-parts.ts'
import { alert, type Markup, page } from './layout.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const organisationPath = `${signOnPath}/:organisation{${uuid}}` as const
const callbackPath = `${organisationPath}/callback` as const
/** Those of one domain. */
const mostChoices = 20

export function serveSignOn(app: Hono, parts: ServerParts): void {
  const { people, signOn, publicUrl } = parts
  const redirectUriOf = (organisation: string) =>
    new URL(signOnCallback(organisation), publicUrl()).href
  const countAttempt = (context: Context) => countAddress(context, parts, requestLimits.signOns)
  app.get(organisationPath, async (context) => {
    await countAttempt(context)
    const organisation = context.req.param('organisation')
    return orRefusal(context, parts, organisation, async () => {
      const redirectUri = redirectUriOf(organisation)
      const deviceCode = deviceCodeIn(context.req.query('code'))
      const started = await startSignOn(signOn, { organisation, redirectUri, deviceCode })
      openSignOn(context, started.secret, publicUrl())
      return context.redirect(started.address.href, 302)
    })
  })
  app.get(callbackPath, async (context) => {
    await countAttempt(context)
    const organisation = context.req.param('organisation')
    const redirectUri = redirectUriOf(organisation)
    // As registered with the provider, whatever name our proxy uses.
    const address = new URL(redirectUri)
    address.search = new URL(context.req.url).search
    const secret = signOnSecret(context, publicUrl())
    closeSignOn(context, publicUrl())
    return orRefusal(context, parts, organisation, async () => {
      const browser = describeBrowser(context.req.header('user-agent') ?? '')
      const { token, deviceCode } = await finishSignOn(signOn, {
        ...{ organisation, redirectUri, address, secret, browser },
        requestId: requestIdOf(context),
      })
      openBrowserSession(context, token, publicUrl())
      return signedIn(context, deviceCode)
    })
  })
  app.post(signOnPath, async (context) => {
    await countAttempt(context)
    const form = formOf(context)
    const deviceCode = deviceCodeIn(form.get('code') ?? undefined)
    const email = emailAddress.safeParse(form.get('email') ?? '').data
    const domain = email?.slice(email.lastIndexOf('@') + 1)
    const choices =
      domain === undefined ? [] : await people.store.signOnChoices(domain, mostChoices)
    if (choices.length > 0) return page(context, 'Sign in', choiceLinks(choices, deviceCode))
    const problem = 'No organisation here uses single sign-on for this address.'
    return page(context, 'Sign in', html`${alert(problem)}${emailForm(deviceCode)}`, 404)
  })
}

/** For a browser that is not signed in; nothing if no organisation has single sign-on. */
async function signOnChoices(
  { people }: Pick<ServerParts, 'people'>,
  deviceCode: string | undefined,
): Promise<Markup | ''> {
  const choices = await people.store.signOnChoices(undefined, 2)
  if (choices.length === 0) return ''
  // Several are not listed: other organisations on this server are private.
  return choices.length === 1 ? choiceLinks(choices, deviceCode) : emailForm(deviceCode)
}

function choiceLinks(choices: readonly SignOnChoice[], deviceCode: string | undefined): Markup {
  const query = deviceCode === undefined ? '' : `?code=${encodeURIComponent(deviceCode)}`
  const links = choices.map(({ organisation, name, label }) => {
    const to = choices.length > 1 ? ` to ${name}` : ''
    return html`<p><a class="button" href="${signOnPath}/${organisation}${query}">Sign in${to} with
${label}</a></p>`
  })
  return html`${links}`
}

function emailForm(deviceCode: string | undefined): Markup {
  const code =
    deviceCode === undefined ? '' : html`<input type="hidden" name="code" value="${deviceCode}">`
  return html`<form method="post" action="${signOnPath}">
<label for="email">Your work address</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
${code}
<button type="submit">Sign in with your organisation</button>
</form>`
}

/** Only what a person types: it comes back in an address. */
function deviceCodeIn(given: string | undefined): string | undefined {
  return given !== undefined && /^[A-Za-z-]{0,20}$/.test(given) ? given : undefined
}

/**
 * A page instead of a redirect: browsers send the session's cookie only with requests from our own pages,
 * and a redirect still comes from the provider.
 */
function signedIn(context: Context, deviceCode: string | undefined) {
  const code = deviceCode ? `?code=${encodeURIComponent(deviceCode)}` : ''
  const next = deviceCode === undefined ? '/' : `${devicePaths.page}${code}`
  context.header('Refresh', `0; url=${next}`)
  return page(context, 'You are signed in', html`<p><a href="${next}">Continue</a></p>`)
}

async function orRefusal(
  context: Context,
  { log }: ServerParts,
  organisation: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    const { message, hint, cause } = error
    const reason = cause instanceof Error ? cause.message : undefined
    const requestId = requestIdOf(context)
    log.warn('single sign-on failed', { requestId, organisation, problem: message, reason })
    const content = html`<p>${message}.</p>
${hint === undefined ? '' : html`<p>${hint}.</p>`}
<p><a href="/">Back to the start</a></p>`
    const status = meaningOf(error).httpStatus
    return page(context, 'Signing in did not work', content, status)
  }
}

/** How to sign this browser in. @param deviceCode of the machine to approve next */
export async function notSignedIn(context: Context, parts: ServerParts, deviceCode?: string) {
  const content = html`<p>This browser is not signed in.</p>
${await signOnChoices(parts, deviceCode)}
<p>Open the link that you were invited with. If a machine of yours is signed in already, run this on
it and open the link it shows:</p>
<p><code>throughline team link</code></p>`
  return page(context, 'Throughline for teams', content, context.req.path === '/' ? 200 : 401)
}
