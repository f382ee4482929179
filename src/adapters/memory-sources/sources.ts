import type { ForeignMemorySource } from '../../core/ports/memory-source.ts'
import { agentmemory } from './agentmemory/source.ts'
import { claudeMem } from './claude-mem/source.ts'
import { codeContextEngine } from './code-context-engine/source.ts'
import { engram } from './engram/source.ts'
import { graphiti } from './graphiti/source.ts'
import { hindsight } from './hindsight/source.ts'
import { jsonl } from './jsonl/source.ts'
import { letta } from './letta/source.ts'
import { mem0 } from './mem0/source.ts'
import { memorix } from './memorix/source.ts'
import { mempalace } from './mempalace/source.ts'
import { mif } from './mif/source.ts'
import { serverMemory } from './server-memory/source.ts'

/** In the order in which they are shown. */
export function createMemorySources(): readonly ForeignMemorySource[] {
  return [
    ...[claudeMem, agentmemory, memorix, serverMemory, mem0, mempalace, codeContextEngine, engram],
    ...[letta, graphiti, hindsight, mif, jsonl],
  ]
}
