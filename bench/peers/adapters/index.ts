import type { Peer } from '../peer.ts'
import { agentmemory } from './agentmemory.ts'
import { claudeMem } from './claude-mem.ts'
import { memoryLibsql, serverMemory } from './graph-memory.ts'
import { memorix } from './memorix.ts'
import { memoryKeeper } from './memory-keeper.ts'
import { throughline, throughlineWithDaemon } from './throughline.ts'

export const peers: readonly Peer[] = [
  throughline,
  throughlineWithDaemon,
  memorix,
  memoryKeeper,
  claudeMem,
  serverMemory,
  memoryLibsql,
  agentmemory,
]
