/** One table of ours in a TOML settings file: our MCP server. */
import type { JsonObject } from '../../../core/model/json.ts'
import type { HostWiring, Wire, WireKind } from '../../../core/ports/host.ts'
import { removeTable, setTable, type TablePath } from '../toml-settings/toml-table.ts'

export function tomlTable(
  kind: WireKind,
  path: TablePath,
  render: (wiring: HostWiring) => JsonObject,
): Wire {
  return {
    kind,
    install: ({ file, text }, wiring) => setTable(file, text, path, render(wiring)),
    remove: ({ file, text }) => removeTable(file, text, path),
  }
}
