/** A file that is ours from its first character to its last, in a folder where a host looks. */
import type { HostWiring, Wire, WireKind } from '../../../core/ports/host.ts'

export function ownFile(kind: WireKind, render: (wiring: HostWiring) => string): Wire {
  return {
    kind,
    install: (_, wiring) => render(wiring),
    remove: () => '',
  }
}
