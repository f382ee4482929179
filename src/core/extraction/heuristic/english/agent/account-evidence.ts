/** What speaks for or against an account being worth keeping. The weights are in `weights.ts`. */
import { phrase } from '../../cue.ts'
import type { Evidence } from '../../language.ts'
import { hedged } from './account.ts'

export const accountEvidence: readonly Evidence[] = [
  {
    name: 'names the cause as such',
    pattern: phrase`\b(?:root cause|the cause|cause was|caused by|culprit|turns? out|turned out|
      the (?:problem|issue|reason) (?:is|was)|that's why|because|since|due to)\b|\b(?:cause|
      reason|finding):`,
  },
  { name: 'tells it after a colon', pattern: /\w: \S+ \S+ \S+/ },
  {
    name: 'points out',
    pattern: phrase`\b(?:note that|note:|mind that|be aware|worth knowing|by design|on purpose|
      it's expected|that's expected|finding|known|here|in this (?:repo|project|codebase|setup|
      cluster)|two (?:places|classes|copies|versions))\b`,
  },
  {
    name: 'concludes',
    pattern: /, so\b|\bso (?:the|it|that|every|any|all)\b|\btherefore\b|\bhence\b/,
  },
  {
    name: 'tells what is not so',
    pattern: phrase`\b(?:not|no|never|only|without|instead|nothing|still|already|too)\b|n't\b`,
  },
  {
    name: 'tells what it proved by',
    of: 'reply',
    pattern: phrase`\b(?:pass(?:es|ed)?|green|works?|builds?|starts?|runs?|goes through|
      went through|is (?:fine|gone|back|stable|down|up)|no (?:more|failures?|errors?)|\d+ (?:runs|
      times|passed|tests)|succeeds|again|from \d)\b`,
  },
  {
    name: 'tells of the parts of a system',
    pattern: phrase`\b(?:version|default|cache[sd]?|cached|header|config|setting|env|environment|
      lock|port|proxy|driver|kernel|timeout|timezone|utc|plugin|daemon|pool|thread|socket|docker|
      image|container|node|browser|database|column|index|encoding|permission|user|path|token|
      memory|server|client|library|upstream|package|compiler|linker|os|linux|windows|mac|macos|
      ios|android|ci)\b`,
  },
  {
    name: 'tells of new code',
    of: 'reply',
    pattern: phrase`\b(?:added|wrote|created|implemented|new) (?:a |an |the |\d+ )?(?:test|tests|component|
      endpoint|page|function|method|class|button|field)\b`,
  },
  { name: 'is unsure', of: 'reply', pattern: hedged },
]
