/** «we moved from X to Y», «Y instead of X», «Y, not X»: the X. */
import { phrase } from '../cue.ts'

const thing = String.raw`((?:the |an? )?[\w\x60./@+#\-]+(?: [\w\x60./@+#\-]+)?)`
const patterns = [
  phrase`\b(?:moved|migrated|switched|went|changed|going|moving|
    switching) (?:away )?from ${thing} to\b`,
  phrase`\b(?:instead of|rather than|in place of|replaces|replaced|ditched|dropped|dropping|drop|
    no longer (?:use|on|using|support)) ${thing}`,
  phrase`, not ${thing}(?=[,.;\)]|$)`,
  phrase`\b(?:don't|dont|do not) (?:use|have) ${thing}`,
  phrase`\b(?:it's|its|it is) not ${thing}`,
]

export function replacedIn(text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found.replace(/^(?:the|an?) /, '').replaceAll('`', '')
  }
  return undefined
}
