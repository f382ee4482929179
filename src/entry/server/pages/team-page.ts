/** The frame of pages for people who are signed in: navigation, title and errors. */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ThroughlineError } from '../../../contract/errors.ts'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import type { Actor } from '../../../core/team/people/actor.ts'
import { findBrowserSession } from '../browser-session.ts'
import type { ServerParts } from '../server-parts.ts'
import { type Markup, wholeDocument } from './layout.ts'
import { paths } from './paths.ts'
import { notSignedIn } from './sign-on-page.ts'

export interface Visit {
  readonly context: Context
  readonly actor: Actor
  readonly organisation: string
  readonly isAdmin: boolean
  readonly now: Date
}

export interface TeamPage {
  readonly title: string
  readonly content: Markup
  readonly status?: ContentfulStatusCode
}

/** Shows visitors who are not signed in how to sign in, and a refusal as a page. */
export function forVisitors(parts: ServerParts) {
  return (work: (visit: Visit) => Promise<TeamPage | Response>) =>
    async (context: Context): Promise<Response> => {
      const actor = await findBrowserSession(context, parts)
      if (!actor) return notSignedIn(context, parts)
      const { store, clock } = parts.people
      const organisation = (await store.reading(actor.organisation).organisationName()) ?? ''
      const isAdmin = isAtLeast(actor.role, 'admin')
      const visit = { context, actor, organisation, isAdmin, now: clock.now() }
      const answer = await work(visit).catch(explainRefusal)
      return answer instanceof Response ? answer : showTeamPage(visit, answer)
    }
}

const refusals = {
  'not-found': 404,
  'not-allowed': 403,
  conflict: 409,
  'invalid-input': 400,
} as const

function explainRefusal(error: unknown): TeamPage {
  if (!(error instanceof ThroughlineError) || !Object.hasOwn(refusals, error.code)) throw error
  const status = refusals[error.code as keyof typeof refusals]
  return {
    title: 'That did not work',
    content: html`<p class="alert" role="alert">${sentence(error.message)}</p>
<p><a href="${paths.overview}">Back to the overview</a></p>`,
    status,
  }
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

function showTeamPage(visit: Visit, { title, content, status = 200 }: TeamPage) {
  const { context, actor, organisation } = visit
  const body = html`<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<p class="brand"><a href="${paths.overview}">${organisation}</a></p>
<nav aria-label="Team"><ul>${linksOf(visit).map((link) => navigationLink(context, link))}</ul></nav>
<form method="post" action="${paths.signOut}">
<span class="quiet">${actor.person.name}, ${actor.role}</span>
<button class="quiet-button" type="submit">Sign out</button>
</form>
</header>
<main id="content" class="wide">
<h1>${title}</h1>
${content}
</main>`
  return context.html(wholeDocument(title, body), status)
}

interface NavigationLink {
  readonly path: string
  readonly name: string
}

function linksOf({ isAdmin }: Visit): NavigationLink[] {
  const forAll = [
    { path: paths.overview, name: 'Overview' },
    { path: paths.memories, name: 'Memories' },
    { path: paths.sessions, name: 'Sessions' },
    { path: paths.review, name: 'Review' },
    { path: paths.members, name: 'Members' },
    { path: paths.keys, name: 'Keys' },
  ]
  const forAdmins = [
    { path: paths.usage, name: 'Usage' },
    { path: paths.audit, name: 'Audit' },
    { path: paths.health, name: 'Health' },
  ]
  return isAdmin ? [...forAll, ...forAdmins] : forAll
}

function navigationLink({ req }: Context, { path, name }: NavigationLink): Markup {
  const isHere = path === '/' ? req.path === '/' : req.path.startsWith(path)
  return isHere
    ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
    : html`<li><a href="${path}">${name}</a></li>`
}
