/** Where a request comes from, for limits. Only what our own proxies added is believed. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** @param proxies how many of ours a request passes */
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

/** One machine has all addresses of an IPv6 network of 64 bits. */
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
