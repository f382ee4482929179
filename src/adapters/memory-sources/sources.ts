/** Every tool whose memories can be imported. */
import type { ForeignMemorySource } from '../../core/ports/memory-source.ts'
import { basicMemory } from './basic-memory.ts'
import { cao } from './cao.ts'
import { claudeCodeMemory } from './claude-code.ts'
import { claudeMemoryCompiler } from './claude-memory-compiler.ts'
import { agentmemory, graphiti, hindsight, letta, mif } from './exports.ts'
import { jsonl, serverMemory } from './json-lines.ts'
import { mem0 } from './mem0.ts'
import { memoryBank } from './memory-bank.ts'
import { mempalace } from './mempalace.ts'
import { obsidian, okf } from './notes.ts'
import { claudeMem, codeContextEngine, engram, memorix } from './observers.ts'
import { ruleFiles } from './rules.ts'

export function createMemorySources(): readonly ForeignMemorySource[] {
  return [
    ...[claudeMem, agentmemory, memorix, serverMemory, mem0, mempalace, codeContextEngine, engram],
    ...[basicMemory, claudeMemoryCompiler, cao, claudeCodeMemory, ruleFiles, memoryBank],
    ...[letta, graphiti, hindsight, mif, okf, obsidian, jsonl],
  ]
}
