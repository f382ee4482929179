import type { Host } from '../../../core/ports/host.ts'
import { geminiInstaller } from './installer.ts'
import { geminiProtocol } from './protocol.ts'

export const gemini: Host = { ...geminiProtocol, ...geminiInstaller }
