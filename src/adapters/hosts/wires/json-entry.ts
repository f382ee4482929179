/** One entry of ours under a fixed path in a JSON settings file: mostly our MCP server. */
import type { Json } from '../../../core/model/json.ts'
import type { HostWiring, Wire, WireKind } from '../../../core/ports/host.ts'
import { type MemberPath, removeMember, setMember } from '../json-settings/json-member.ts'

export function jsonEntry(
  kind: WireKind,
  path: MemberPath,
  render: (wiring: HostWiring) => Json,
): Wire {
  return {
    kind,
    install: ({ file, text }, wiring) => setMember(file, text, path, render(wiring)),
    remove: ({ file, text }) => removeMember(file, text, path),
  }
}
