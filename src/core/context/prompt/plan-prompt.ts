/** Context for a prompt: what shares evidence with it, each thing once per session. */
import type { Block } from '../block/block.ts'
import { evidenceIn } from '../evidence/evidence.ts'
import { searchByEvidence } from '../evidence/shared-evidence.ts'
import type { ContextPorts, Situation } from '../situation.ts'
import { addMemories } from './add-memories.ts'
import { addPointers } from './add-pointers.ts'
import { saysEnough } from './says-enough.ts'

const mostLines = 3

export async function addPrompt(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const { prompt } = situation.request
  if (prompt === undefined || !saysEnough(prompt, situation.now)) return
  const evidence = await searchByEvidence(evidenceIn(prompt), situation, ports)
  if (!evidence) return
  const added = await addMemories(block, evidence, situation, ports)
  await addPointers(block, evidence, situation, ports, mostLines - added)
}
