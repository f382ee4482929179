/** What agents are told of their memory: when to save, when to recall, and what never to save. */
import type { GuidanceVariant } from '../../contract/vocabulary.ts'
import { eager } from './eager.ts'
import { minimal } from './minimal.ts'

export const guidance: Readonly<Record<GuidanceVariant, string>> = { minimal, eager }
