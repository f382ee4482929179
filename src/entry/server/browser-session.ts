/**
 * The cookie of a signed-in browser. It is sent to this server alone, by its own pages alone, and no
 * script can read it. On loopback there is no TLS, so it cannot be limited to it.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Actor } from '../../core/team/people/actor.ts'
import { authenticate } from '../../core/team/people/tokens.ts'
import { attemptSeconds } from '../../core/team/sign-on/attempt.ts'
import { isLoopbackUrl } from './guard.ts'
import { requestIdOf, type ServerParts, setActor } from './server-parts.ts'

const cookieDays = 14

export function openBrowserSession(context: Context, token: string, publicUrl: URL): void {
  setCookie(context, cookieName(publicUrl), token, {
    ...attributes(publicUrl),
    maxAge: cookieDays * 86_400,
  })
}

export function closeBrowserSession(context: Context, publicUrl: URL): void {
  setCookie(context, cookieName(publicUrl), '', { ...attributes(publicUrl), maxAge: 0 })
}

export async function findBrowserSession(
  context: Context,
  { people, publicUrl, budget }: ServerParts,
): Promise<Actor | undefined> {
  const token = getCookie(context, cookieName(publicUrl())) ?? ''
  const actor = await authenticate(people, token, requestIdOf(context))
  if (actor?.credential.kind !== 'browser') return undefined
  setActor(context, actor)
  budget.count(actor)
  return actor
}

/** On loopback, where there is no TLS. */
const isPlain = (url: URL) => url.protocol === 'http:' && isLoopbackUrl(url)

/** Browsers take a name with this prefix only with Secure, without a domain and for all paths. */
function cookieName(publicUrl: URL): string {
  return isPlain(publicUrl) ? 'throughline-team' : '__Host-throughline'
}

function attributes(publicUrl: URL) {
  return { path: '/', httpOnly: true, sameSite: 'Strict', secure: !isPlain(publicUrl) } as const
}

/**
 * A cookie for the time a browser spends at the provider, ten minutes at most. Unlike the session's cookie it
 * is sent when the provider redirects the browser back.
 */
export function openSignOn(context: Context, secret: string, publicUrl: URL): void {
  write(context, secret, publicUrl, attemptSeconds)
}

export function closeSignOn(context: Context, publicUrl: URL): void {
  write(context, '', publicUrl, 0)
}

export function signOnSecret(context: Context, publicUrl: URL): string {
  return getCookie(context, signOnCookieName(publicUrl)) ?? ''
}

function write(context: Context, value: string, publicUrl: URL, maxAge: number): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge } as const
  setCookie(context, signOnCookieName(publicUrl), value, {
    ...attributes,
    secure: !isPlain(publicUrl),
  })
}

function signOnCookieName(publicUrl: URL): string {
  return isPlain(publicUrl) ? 'throughline-sign-on' : '__Host-throughline-sign-on'
}
