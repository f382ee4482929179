/** Reads documents with promoted memories, for hooks too: code for rare cases is loaded on demand. */

import { join } from 'node:path'
import { readInstructions } from '../../adapters/filesystem/host-files.ts'
import { claudeMemoryName } from '../../contract/vocabulary.ts'
import type { ReadDocument } from '../../core/ports/host-files.ts'
import type { UserPlace } from './agent-memory.ts'

export const createDocumentReader =
  (user: UserPlace): ReadDocument =>
  async (root, file) => {
    if (file !== claudeMemoryName) return (await readInstructions(join(root, file)))?.text
    const { readAgentMemory } = await import('./agent-memory.ts')
    return readAgentMemory(root, user)
  }
