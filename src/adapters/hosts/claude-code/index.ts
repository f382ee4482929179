import type { Host } from '../../../core/ports/host.ts'
import { claudeCodeInstaller } from './installer.ts'
import { claudeCodeProtocol } from './protocol.ts'

export const claudeCode: Host = { ...claudeCodeProtocol, ...claudeCodeInstaller }
