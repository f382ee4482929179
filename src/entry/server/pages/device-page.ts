/** Where a person enters the code that `throughline login` shows, sees the machine and decides. */
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ThroughlineError } from '../../../contract/errors.ts'
import { devicePaths } from '../../../contract/team/device-sign-in.ts'
import type { Actor } from '../../../core/team/people/actor.ts'
import { decideDeviceRequest, findDeviceRequest } from '../../../core/team/people/device-sign-in.ts'
import { countRequest, requestLimits } from '../../../core/team/people/request-budget.ts'
import { findBrowserSession } from '../browser-session.ts'
import { formOf } from '../read-request.ts'
import type { ServerParts } from '../server-parts.ts'
import { alert, page } from './layout.ts'
import { notSignedIn } from './sign-on-page.ts'

const decisionPath = `${devicePaths.page}/decision`

export function serveDevicePage(app: Hono, parts: ServerParts): void {
  const { people } = parts
  const asPerson =
    (work: (context: Context, actor: Actor) => Promise<Response>) => async (context: Context) => {
      const actor = await findBrowserSession(context, parts)
      return actor
        ? work(context, actor)
        : notSignedIn(context, parts, context.req.query('code') ?? '')
    }
  const countAttempt = ({ organisation, person }: Actor) => {
    const { store, clock } = people
    const counted = { organisation, subject: person.id }
    return countRequest({ counts: store.counts, clock }, requestLimits.userCodes, counted)
  }
  app.get(
    devicePaths.page,
    asPerson(async (context) => codeForm(context, context.req.query('code') ?? '')),
  )
  app.post(
    devicePaths.page,
    asPerson(async (context, actor) => {
      await countAttempt(actor)
      const code = formOf(context).get('code') ?? ''
      return orWrongCode(context, code, async () => {
        const { machine, createdAt } = await findDeviceRequest(people, actor, code)
        return confirmation(context, actor, { code, machine, createdAt })
      })
    }),
  )
  app.post(
    decisionPath,
    asPerson(async (context, actor) => {
      await countAttempt(actor)
      const form = formOf(context)
      const code = form.get('code') ?? ''
      const decision = form.get('decision') === 'approve' ? 'approve' : 'deny'
      return orWrongCode(context, code, async () => {
        await decideDeviceRequest(people, actor, code, decision)
        return decided(context, decision)
      })
    }),
  )
}

async function orWrongCode(
  context: Context,
  code: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ThroughlineError) || error.code !== 'not-found') throw error
    const problem = 'No machine is waiting with this code. Codes work once, for ten minutes.'
    return codeForm(context, code, problem)
  }
}

function codeForm(context: Context, code: string, problem?: string) {
  const content = html`${alert(problem)}
<p id="hint">Enter the code that <code>throughline login</code> shows on your machine.</p>
<form method="post" action="${devicePaths.page}">
<label for="code">Code</label>
<input class="code" id="code" name="code" value="${code.slice(0, 20)}" required maxlength="20"
  autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="hint">
<button type="submit">Continue</button>
</form>`
  return page(context, 'Sign in a machine', content, problem === undefined ? 200 : 404)
}

interface WaitingMachine {
  readonly code: string
  readonly machine: string
  readonly createdAt: string
}

function confirmation(context: Context, { person }: Actor, waiting: WaitingMachine) {
  const { code, machine, createdAt } = waiting
  const content = html`<dl>
<dt>Machine</dt><dd>${machine}</dd>
<dt>Code</dt><dd>${code.toUpperCase()}</dd>
<dt>Asked</dt><dd><time datetime="${createdAt}">${createdAt.slice(11, 16)} UTC</time></dd>
</dl>
<p>It will read and write the team's memories as ${person.name}. Approve it only if you started
<code>throughline login</code> on this machine yourself. If someone sent you the code, refuse.</p>
<form method="post" action="${decisionPath}">
<input type="hidden" name="code" value="${code}">
<button type="submit" name="decision" value="approve">Approve</button>
<button class="second" type="submit" name="decision" value="deny">Refuse</button>
</form>`
  return page(context, 'Is this your machine?', content)
}

function decided(context: Context, decision: 'approve' | 'deny') {
  return decision === 'approve'
    ? page(context, 'The machine is signed in', html`<p>You can close this page.</p>`)
    : page(context, 'The machine was refused', html`<p>It gets no access.</p>`)
}
