/** What the server tells an agent of itself before anything is asked. */
import type { GuidanceVariant } from '../../contract/vocabulary.ts'
import { guidance } from '../../core/guidance/guidance.ts'

/** A server that many projects share cannot know which one is meant. */
const sharedServer = '\nGive folder, your absolute working folder, wherever a tool takes it.'

/** @param isShared whether the server has no working folder of its own */
export function instructions(
  variant: GuidanceVariant,
  { isShared }: { isShared: boolean },
): string {
  return isShared ? guidance[variant] + sharedServer : guidance[variant]
}
