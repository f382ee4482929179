/** English, as developers write it in a hurry. */
import { finishSentence } from '../fit-sentences.ts'
import type { Language } from '../language.ts'
import { findingEvidence } from './agent/finding-evidence.ts'
import { findings } from './agent/findings.ts'
import { account } from './agent/index.ts'
import { questions } from './agent/questions.ts'
import { settling } from './agent/settling.ts'
import { contradicting } from './around.ts'
import { elaborates, introducesPaste, isBareObjection, leansOnContext } from './coherence.ts'
import { allEvidence } from './evidence.ts'
import { correction } from './kinds/correction.ts'
import { decision } from './kinds/decision.ts'
import { fact } from './kinds/fact.ts'
import { fix } from './kinds/fix.ts'
import { preference } from './kinds/preference.ts'
import { procedure } from './kinds/procedure.ts'
import { reference } from './kinds/reference.ts'
import { rule } from './kinds/rule.ts'
import { workaround } from './kinds/workaround.ts'
import { neutral } from './neutral.ts'
import { normalise } from './normalise.ts'
import { isOutright, isPlain } from './outright.ts'
import { isAboutSelf, isPersonal } from './personal.ts'
import { replacedIn } from './replaced.ts'
import { isInquiry, isPassing, isRequest, isSupposed, reportsTrouble } from './signals.ts'
import { findingWeights, weights } from './weights.ts'

export const english: Language = {
  normalise,
  evidence: allEvidence,
  weights,
  contradicting,
  grammars: [correction, rule, preference, decision, procedure, workaround, reference, fix, fact],
  isOutright,
  isPlain,
  isInquiry,
  isRequest,
  isSupposed,
  isPassing,
  reportsTrouble,
  introducesPaste,
  isBareObjection,
  elaborates,
  isPersonal,
  isAboutSelf,
  leansOnContext,
  replacedIn,
  account,
  findings,
  findingEvidence,
  findingWeights,
  questions,
  settling,
  neutral,
  wording: {
    failed: (command, errors) =>
      `\`${command}\` failed${errors.length === 0 ? '' : ` with ${errors.join(', ')}`}:`,
    mended: (files) => `Mended in ${files.join(', ')}.`,
    asked: (request) => `(It was about: “${request}”)`,
    agreed: (proposal) => finishSentence(`Agreed: ${proposal}`),
    insteadOf: (said) => `(Before, the agent had wrongly said: “${said}”)`,
    answered: (question, answer) => `${question} ${answer}`,
  },
}
