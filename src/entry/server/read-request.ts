/** Reads a request: its address, form, path id and browser. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { z } from 'zod'
import { parseInput } from '../../contract/parse-input.ts'
import { bodyOf } from '../http/body.ts'

/**
 * For rate limits. Only addresses that our own proxies added are trusted.
 * @param proxies how many of our proxies a request passes
 */
export function clientAddress(context: Context, proxies: number): string {
  const forwarded = (context.req.header('x-forwarded-for') ?? '').split(',')
  const seen = proxies > 0 ? forwarded.at(-proxies)?.trim() : undefined
  return networkOf(seen || socketAddress(context))
}

function socketAddress(context: Context): string {
  // Absent where requests do not come over a network.
  if (!context.env) return 'local'
  return getConnInfo(context).remote.address ?? 'local'
}

/** One machine can use every address of a /64 IPv6 network. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const filled = [...groups, ...Array.from({ length: missing }, () => '0')]
  return filled.slice(0, 4).join(':').toLowerCase()
}

/** The fields of a posted form; none if the body is something else. */
export function formOf(context: Context): URLSearchParams {
  const type = context.req.header('content-type') ?? ''
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
  return new URLSearchParams(isForm ? bodyOf(context) : '')
}

/** The `:id` of a path. @throws `invalid-input` */
export function idIn(context: Context): string {
  return parseInput(z.object({ id: z.uuid() }), context.req.param()).id
}

/** The first match wins: most browsers also name their ancestors. */
const browsers = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** `Firefox on Linux`, for the list of sign-ins. */
export function describeBrowser(userAgent: string): string {
  const [, browser = 'Browser'] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? []
  const [, system] = systems.find(([pattern]) => pattern.test(userAgent)) ?? []
  return system ? `${browser} on ${system}` : browser
}
