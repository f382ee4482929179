/** Guards in words, for command line and dashboard. */
import type { z } from 'zod'
import type { guardOperations } from './operations/guards.ts'

type Listed = z.infer<(typeof guardOperations)['listGuards']['output']>
type Host = Listed['hosts'][number]
type Pattern = Listed['guards'][number]['patterns'][number]

export function describePattern({ tool, command, path }: Pattern): string {
  return [tool, command, path].filter((part) => part !== undefined).join(' ')
}

export const describePatterns = (patterns: readonly Pattern[]) =>
  patterns.map(describePattern).join(', ')

/** What each agent can do, in one sentence for each kind. */
export function describeGuardHosts(hosts: readonly Host[]): string {
  const named = (fit: (host: Host) => boolean) =>
    hosts.filter(fit).map(({ displayName }) => displayName)
  const sentence = (names: readonly string[], rest: string) =>
    names.length === 0 ? [] : [`${names.join(', ')} ${rest}`]
  return [
    ...sentence(
      named(({ asks }) => asks),
      'can ask and block.',
    ),
    ...sentence(
      named(({ asks, blocks }) => blocks && !asks),
      'can only block, so a guard that asks refuses the call there.',
    ),
    ...sentence(
      named(({ blocks }) => !blocks),
      'cannot hold a tool back: no guard asks or blocks there.',
    ),
  ].join(' ')
}
