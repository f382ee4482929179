import type { Host } from '../../../core/ports/host.ts'
import { kiroInstaller } from './installer.ts'
import { kiroProtocol } from './protocol.ts'

export const kiro: Host = { ...kiroProtocol, ...kiroInstaller }
