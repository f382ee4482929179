import type { ForeignMemorySource } from '../../core/ports/memory-source.ts'
import { agentmemory } from './agentmemory/source.ts'
import { basicMemory } from './basic-memory/source.ts'
import { cao } from './cao/source.ts'
import { claudeCodeMemory } from './claude-code/source.ts'
import { claudeMem } from './claude-mem/source.ts'
import { claudeMemoryCompiler } from './claude-memory-compiler/source.ts'
import { codeContextEngine } from './code-context-engine/source.ts'
import { engram } from './engram/source.ts'
import { graphiti } from './graphiti/source.ts'
import { hindsight } from './hindsight/source.ts'
import { jsonl } from './jsonl/source.ts'
import { letta } from './letta/source.ts'
import { mem0 } from './mem0/source.ts'
import { memorix } from './memorix/source.ts'
import { memoryBank } from './memory-bank/source.ts'
import { mempalace } from './mempalace/source.ts'
import { mif } from './mif/source.ts'
import { obsidian } from './obsidian/source.ts'
import { okf } from './okf/source.ts'
import { ruleFiles } from './rules/source.ts'
import { serverMemory } from './server-memory/source.ts'

/** In the order in which they are shown. */
export function createMemorySources(): readonly ForeignMemorySource[] {
  return [
    ...[claudeMem, agentmemory, memorix, serverMemory, mem0, mempalace, codeContextEngine, engram],
    ...[basicMemory, claudeMemoryCompiler, cao, claudeCodeMemory, ruleFiles, memoryBank],
    ...[letta, graphiti, hindsight, obsidian, okf, mif, jsonl],
  ]
}
