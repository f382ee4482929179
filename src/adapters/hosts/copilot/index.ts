import type { Host } from '../../../core/ports/host.ts'
import { copilotInstaller } from './installer.ts'
import { copilotProtocol } from './protocol.ts'

export const copilot: Host = { ...copilotProtocol, ...copilotInstaller }
