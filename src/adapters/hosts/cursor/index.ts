import type { Host } from '../../../core/ports/host.ts'
import { cursorInstaller } from './installer.ts'
import { cursorProtocol } from './protocol.ts'

export const cursor: Host = { ...cursorProtocol, ...cursorInstaller }
