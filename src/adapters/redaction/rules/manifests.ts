/** The values of a Kubernetes manifest that says `kind: Secret`, whatever their names. */
import type { Rule, Span } from './rule.ts'

const farthest = 4_096
const entry = /^[ \t]{1,8}[\w.-]{1,128}:[ \t]{1,4}(["']?)([^\s"'|>{][^\s"']{3,2048})\1[ \t]*\r?$/gm
const dataBlock = /^(?:data|stringData):[ \t]*\r?\n((?:[ \t]+[^\n]*(?:\n|$))+)/gm

export const manifestRule: Rule = {
  name: 'manifest',
  anchors: ['kind: Secret'],
  find(source, at, anchor) {
    if (source.isRead(manifestRule, at) || !/(?:^|\n)$/.test(source.before(at, 1))) return undefined
    // Sorted by name, the data comes first.
    const before = source.before(at, farthest)
    const start = at - before.length + Math.max(0, before.lastIndexOf('\n---') + 1)
    const after = source.text.slice(at, at + farthest)
    const next = after.indexOf('\n---')
    const end = at + (next < 0 ? after.length : next)
    source.markRead(manifestRule, Math.max(at + anchor.length, end))
    const manifest = source.text.slice(start, end)
    const spans: Span[] = []
    for (const block of manifest.matchAll(dataBlock)) {
      const lines = block[1] ?? ''
      const from = start + block.index + block[0].length - lines.length
      for (const found of lines.matchAll(entry)) {
        const value = found[2] ?? ''
        const valueStart = from + found.index + found[0].lastIndexOf(value)
        spans.push({ start: valueStart, end: valueStart + value.length, kind: 'secret' })
      }
    }
    return spans
  },
}
