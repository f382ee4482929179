/** How agents tell what failed and what mended it. */
import type { Account } from '../../language.ts'
import { workaround } from '../kinds/workaround.ts'
import { accountWeights } from '../weights.ts'
import { bareSuccess, causes, hedged, impersonal, remedies, slip } from './account.ts'
import { accountEvidence } from './account-evidence.ts'

export const account: Account = {
  evidence: accountEvidence,
  weights: accountWeights,
  causes,
  remedies,
  evasions: workaround.cues,
  neutral: impersonal,
  isSlip: (plain) => slip.test(plain),
  isIdle: (plain) => hedged.test(plain) || bareSuccess.test(plain),
}
