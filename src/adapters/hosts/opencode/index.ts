import type { Host } from '../../../core/ports/host.ts'
import { opencodeInstaller } from './installer.ts'
import { opencodeProtocol } from './protocol.ts'

export const opencode: Host = { ...opencodeProtocol, ...opencodeInstaller }
