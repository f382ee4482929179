/** What speaks of the work in hand, of how things stand just now, or is not meant. */
import { phrase } from '../cue.ts'
import type { Evidence } from '../language.ts'
import { asksForWork, trouble } from './signals.ts'
import { oneOf } from './words.ts'

const evidence = (name: string, pattern: RegExp): Evidence => ({ name, pattern })

const code =
  oneOf(`functions? methods? class param(?:eter)?s? arguments? return(?:s|ed)? null throws?
  loop variable array string endpoint body fields? interface struct callback regex bytes? payload
  index queue cursor parser decoder type`)

export const ofTheTask: readonly Evidence[] = [
  evidence('asks for work', asksForWork),
  evidence(
    'asks',
    /\?$|^(?:please |so |and |now )*(?:can|could|would|will) (?:you|we)\b|\bplease\b/,
  ),
  evidence(
    'asks to know',
    /^(?:what|why|how|where|when|who|which|is|are|does|do|did|should|isn't|aren't|any)\b/,
  ),
  evidence('says how it should be', /\b(?:should|shall|would be)\b/),
  evidence('says how it must be', /\b(?:must|has to|have to|needs to)\b/),
  evidence(
    'says what is wanted',
    phrase`\b(?:i|we|you|they) (?:\w+ )?(?:want|wanted|need|needed|would like|could|might)\b|
      \b(?:i'd|we'd) (?:\w+ )?(?:like|want|love)\b`,
  ),
  evidence('speaks of code', phrase`\b(?:${code})\b`),
  evidence(
    'points at something',
    phrase`\bth(?:is|ese|ose|at) (?:one|ones|time|\w*file|files|function|lines?|tests?|class|
      method|branch|commit|pr|component|page|button|loop|variable|error|bug|change|diff|case|
      script|query|column|field|snippet|modal|table|thing|issue|view|block|step|part|section|
      request|screen|message|readme|version|run|doc|note)\b|\b(?:line|cell) \d+|\bfor this\b`,
  ),
  evidence(
    'is passing',
    phrase`\b(?:for now|today|this (?:time|once|week|sprint|run|pr)|just once|yet|temporarily|
      later|tomorrow|(?:minutes?|min|hours?|days?) ago|last night|yesterday|meanwhile|hold off|
      while we|in the evening|in \d+ (?:min|minutes|hours?)|one day|someday)\b`,
  ),
  evidence('tells of a change', /\b(?:still|now(?! on)|again)\b/),
  evidence(
    'tells what was done',
    phrase`\b(?:i|he|she|they) (?:just |already |also |then )*(?:was|were|had|did|tried|managed|
      thought|spent|ran|saw|looked|noticed|went|got|made|\w+ed)\b|\bi've (?:just |already |
      been )*\w+(?:ed|ing)\b`,
  ),
  evidence('reports trouble', trouble),
  evidence(
    'doubts',
    phrase`\b(?:maybe|perhaps|not sure|i think|i guess|probably|might|possibly|i suppose|afaik|
      iirc|apparently|seems?|i assume|could be|wonder|suspect|doubt|torn|thinking out loud|
      honestly|imagine)\b`,
  ),
  evidence(
    'tells what others say',
    phrase`\b(?:says?|said|claims?|recommends?|(?<!you )suggests?|(?<!you )wrote|argues?|
      according to|i heard|my friend|my prof|somebody|someone|blog|article|tutorial|textbook|
      used to|back then|fwd|(?:old|previous|last) (?:job|company|employer)|years ago|
      those were the days)\b`,
  ),
  evidence(
    'jokes',
    /\b(?:lol|lmao|haha|kidding|joke|imaginary|fictional|invented|made up|make up)\b/,
  ),
  evidence(
    'praises',
    /\b(?:nice|great|thanks|thank you|better|perfect|awesome|wow|good|looks|super)\b/,
  ),
]
