/** Which kind of memory an episode makes. */
import type { MemoryKind } from '../../../contract/memory.ts'
import { straightenQuotes } from '../../text/straighten-quotes.ts'

interface Said {
  readonly said: string
  readonly account: string
  /** It answers something the agent did or said. */
  readonly isReply: boolean
  readonly hasEdits: boolean
  /** A command failed, something was changed, and it passed. */
  readonly isFix: boolean
}

export function kindOf({ said, account, isReply, hasEdits, isFix }: Said): MemoryKind {
  const plain = straightenQuotes(said)
  if (trouble.test(plain) && (hasEdits || isFix))
    return workaround.test(account) ? 'workaround' : 'fix'
  if (isReply && objection.test(plain)) return 'correction'
  if (personal.test(plain)) return 'preference'
  if (steps.test(plain)) return 'procedure'
  if (/https?:\/\//.test(plain)) return 'reference'
  return choice.test(plain) || hasEdits ? 'decision' : 'fact'
}

/** Of what is said outright. */
export function outrightKind(said: string): MemoryKind {
  const plain = straightenQuotes(said)
  if (personal.test(plain)) return 'preference'
  return commands.test(plain) ? 'rule' : 'fact'
}

const commands =
  /\b(?:never|always|from now on|going forward|must|should|don't|do not|policy|rule|convention|only)\b/i
const trouble =
  /\b(?:errors?|fail(?:s|ed|ing|ure)?|broken|bugs?|crash\w*|exception|doesn't work|not working|404|500)\b/i
const workaround = /\b(?:work ?around|temporar\w+|for now|until)\b/i
const objection =
  /\b(?:no,|not|n't|wrong|instead|rather|actually|should(?:n't)?|but|revert|undo|remove|why (?:did|do) you)\b|n't\b/i
const personal = /\bi(?:'d)? (?:\w+ )?(?:prefer|like|love|rather|hate|don't like|dislike)\b/i
const steps =
  /\b(?:to (?:run|test|deploy|build|release|start)|first .* then|before you|after you|run `)/i
const choice = /\b(?:let's|go with|use|should|want|option|decid\w+|keep|instead|only|plan)\b/i
