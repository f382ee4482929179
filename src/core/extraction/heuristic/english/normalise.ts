/**
 * The form cues are matched on: lower case, chat spelling written out, and everything that is not the
 * writer's own word hidden, so that `never` in a command or a quotation says nothing.
 */
import { phrase } from '../cue.ts'

export function normalise(text: string): string {
  let plain = hideForeign(text.replaceAll('’', "'")).toLowerCase()
  for (const [pattern, whole] of spellings) plain = plain.replace(pattern, whole)
  return plain.replace(fillers, '').replace(/\s+/g, ' ').trim()
}

function hideForeign(text: string): string {
  return text
    .replace(/`([^`\n]+)`/g, (_, inner: string) => (place.test(inner) ? '‹path›' : '‹code›'))
    .replace(/https?:\/\/\S+/g, '‹link›')
    .replace(/"[^"]{3,}(?:"|$)|“[^”]{3,}(?:”|$)|«[^»]{3,}(?:»|$)/g, '‹quote›')
    .replace(/(?<=[\s(:])'[^'\n]{3,}(?:'\w[^'\n]*)*'(?![\w])/g, '‹quote›')
}

const place = /^[\w@.~-]*\/[\w@./-]+$|^[\w.-]+\.(?:md|pdf|txt|ya?ml|json|toml|xlsx?|html)$/

const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b(do|does|did|is|are|was|were|has|have|had|should|would|could|ca|wo|must|need)nt\b/g, "$1n't"],
  [/\bcannot\b/g, "can't"],
  [/\bdo not\b/g, "don't"],
  [/\bdoes not\b/g, "doesn't"],
  [/\bwill not\b/g, "won't"],
  [/\bis not\b/g, "isn't"],
  [/\bare not\b/g, "aren't"],
  [/\bmust not\b/g, "mustn't"],
  [/\bshould not\b/g, "shouldn't"],
  [/\bi am\b|\bim\b/g, "i'm"],
  [/\bive\b/g, "i've"],
  [/\bwe are\b/g, "we're"],
  [/\bit is\b(?=\s+\w)/g, "it's"],
  [/\b(that|what|here|there|let|where)s\b/g, "$1's"],
  [/\bthat is\b/g, "that's"],
  [/\bpl[sz]\b/g, 'please'],
  [/\bu\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\b(?:b\/c|bc|cuz|cos|coz)\b/g, 'because'],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/(?=\s)/g, 'with'],
  [/\bgotta\b/g, 'have to'],
  [/\bgonna\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
]

/** Said before the thing itself. */
const fillers = phrase`^(?:(?:ok(?:ay)?|so|well|hmm*|um+|ah|oh|hi|hey|hello|yes|yeah|yep|
  right(?! now)|sure|great|nice|cool|thanks|thank you|anyway|also|and|but|hm|
  alright)\b[\s,.!:;-]*)+`
