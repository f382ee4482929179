/** Hooks in settings without groups: `{"version": 1, "hooks": {"stop": [{"command": "…"}]}}`. */
import type { JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, Wire } from '../../../core/ports/host.ts'
import { removeMember, setMember } from '../json-settings/json-member.ts'
import { memberValue, parseRoot } from '../json-settings/root-object.ts'
import { hookHandlers } from './hook-handlers.ts'

export interface FlatHooks {
  readonly host: string
  readonly events: readonly HostEventSpec[]
  /** The host's limit for a hook, in the fields and units it has. */
  timeout(event: HostEventSpec): JsonObject
  /** For files that must tell the version of their form. */
  readonly version?: number
}

export function flatHooks({ timeout, version, ...hooks }: FlatHooks): Wire {
  const handlers = hookHandlers({
    ...hooks,
    shape: 'flat',
    render: (event, command) => ({ command, ...timeout(event) }),
  })
  if (version === undefined) return handlers
  return {
    ...handlers,
    install({ file, text }, wiring) {
      const isTold = memberValue(parseRoot(file, text), 'version') !== undefined
      const versioned = isTold ? text : setMember(file, text, ['version'], version)
      return handlers.install({ file, text: versioned }, wiring)
    },
    remove({ file, text }) {
      const removed = handlers.remove({ file, text })
      if (removed === text || !isVersionOnly(file, removed)) return removed
      return removeMember(file, removed, ['version'])
    },
  }
}

/** A file without anything else need not tell its version. */
function isVersionOnly(file: string, text: string): boolean {
  const members = parseRoot(file, text)?.children ?? []
  return members.length === 1 && members[0]?.children?.[0]?.value === 'version'
}
