/**
 * What a browser holds while it is at a provider, ten minutes at most. Unlike the session's cookie it
 * comes along when the provider sends the browser back.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { attemptSeconds } from '../../core/team/sign-on/attempt.ts'
import { isPlain } from './browser-session.ts'

export function openSignOn(context: Context, secret: string, publicUrl: URL): void {
  write(context, secret, publicUrl, attemptSeconds)
}

export function closeSignOn(context: Context, publicUrl: URL): void {
  write(context, '', publicUrl, 0)
}

export function signOnSecret(context: Context, publicUrl: URL): string {
  return getCookie(context, cookieName(publicUrl)) ?? ''
}

function write(context: Context, value: string, publicUrl: URL, maxAge: number): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge } as const
  setCookie(context, cookieName(publicUrl), value, { ...attributes, secure: !isPlain(publicUrl) })
}

function cookieName(publicUrl: URL): string {
  return isPlain(publicUrl) ? 'throughline-sign-on' : '__Host-throughline-sign-on'
}
