/** English, as developers write it in a hurry. */
import type { Language } from '../language.ts'
import { account } from './agent.ts'
import { elaborates, introducesPaste, isBareObjection, leansOnContext } from './coherence.ts'
import { allEvidence } from './evidence.ts'
import { correction } from './kinds/correction.ts'
import { decision } from './kinds/decision.ts'
import { fact } from './kinds/fact.ts'
import { preference } from './kinds/preference.ts'
import { procedure } from './kinds/procedure.ts'
import { reference } from './kinds/reference.ts'
import { rule } from './kinds/rule.ts'
import { workaround } from './kinds/workaround.ts'
import { neutral } from './neutral.ts'
import { normalise } from './normalise.ts'
import { isOutright } from './outright.ts'
import { isPersonal } from './personal.ts'
import { replacedIn } from './replaced.ts'
import { isInquiry, isRequest, isSupposed, reportsTrouble } from './signals.ts'
import { weights } from './weights.ts'

export const english: Language = {
  normalise,
  evidence: allEvidence,
  weights,
  grammars: [correction, rule, preference, decision, procedure, workaround, reference, fact],
  isOutright,
  isInquiry,
  isRequest,
  isSupposed,
  reportsTrouble,
  introducesPaste,
  isBareObjection,
  elaborates,
  isPersonal,
  leansOnContext,
  replacedIn,
  account,
  neutral,
  wording: {
    failed: (command, errors) =>
      `\`${command}\` failed${errors.length === 0 ? '' : ` with ${errors.join(', ')}`}:`,
    mended: (files) => `Mended in ${files.join(', ')}.`,
    insteadOf: (said) => `(Before, the agent had wrongly said: “${said}”)`,
    answered: (question, answer) => `${question} ${answer}`,
  },
}
