import type { Host } from '../../../core/ports/host.ts'
import { codexInstaller } from './installer.ts'
import { codexProtocol } from './protocol.ts'

export const codex: Host = { ...codexProtocol, ...codexInstaller }
