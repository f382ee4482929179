/** Turns what the user asked to remember into a statement with a kind. */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { withCapital } from '../../text/shorten.ts'
import type { Wish } from './phrases.ts'

export interface Remembered {
  /** Without its introduction; starts with a capital letter and ends with a full stop. */
  readonly content: string
  readonly kind: MemoryKind
  readonly isAboutEveryProject: boolean
}

const fewestWords = 3
const fewestCharacters = 5

/** @returns undefined if the text is too short */
export function tidyStatement({ text, isInstruction, isEverywhere = false }: Wish): Remembered[] {
  const plain = text.replace(/\s+/g, ' ').replace(/^[\s,;:：，、–—-]+|[\s,;:，、?？]+$/gu, '')
  const isScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? []
  if (isScript ? plain.length < fewestCharacters : words.length < fewestWords) return []
  const content = withStop(withCapital(plain), isScript)
  const kind = kindOfStatement(content, isInstruction)
  return [{ content, kind, isAboutEveryProject: isEverywhere || everywhere.test(content) }]
}

function withStop(text: string, isScript: boolean): string {
  if (/[.!…。！]["”’)]?$/u.test(text)) return text
  return `${text}${isScript ? '。' : '.'}`
}

/** The first kind that matches; a rule only if the words say "always" or "never". */
function kindOfStatement(statement: string, isInstruction: boolean): MemoryKind {
  const found = signs.find(([, pattern]) => pattern.test(statement))?.[0]
  return found ?? (isInstruction ? 'preference' : 'fact')
}

/** "Always" before an instruction, not "the cache is always warm". */
const rule = new RegExp(
  [
    String.raw`(?:^|[,;:–—] |\b(?:and|but|you|we|i|must|should|please|to|dass|wir|du|nous|on|il faut) )(?:always|never|(?:don['’]?t|do not) ever|immer|nie(?:mals)?|toujours|siempre|nunca|sempre)\b`,
    String.raw`^(?:from now on|going forward|under no circumstances|ab jetzt|désormais|a partir de (?:ahora|agora))\b`,
    '绝不|永远不|从不|总是|始终|必ず|絶対に|常に',
  ].join('|'),
  'iu',
)

const signs: readonly (readonly [MemoryKind, RegExp])[] = [
  ['rule', rule],
  [
    'workaround',
    /\b(?:work(?:s|ed|ing)?[ -]?around|until (?:\S+ ){1,6}(?:fix|ship|release|land|merge)\w*)/i,
  ],
  [
    'decision',
    /\b(?:we|i)(?:['’]ve| have)? (?:\w+ )?(?:decided|agreed|chose|chosen|settled|opted|picked|went with)\b|\bwe(?:['’]re| are) going with\b/i,
  ],
  [
    'preference',
    /\b(?:i|we)(?:['’]d)? (?:\w+ )?(?:prefer|rather|like|love|hate|dislike|want|don['’]?t (?:like|want))\b|^(?:prefer|avoid|use|stop|keep|answer|write|call|don['’]?t|do not)\b/i,
  ],
  [
    'procedure',
    /^(?:to|before|after|when(?:ever)?) \p{L}+[^,]*, |\b(?:run|execute|call|start|restart) `[^`]+`.*\b(?:before|after|first|then)\b|^(?:run|execute|start|restart|deploy|release)\b/iu,
  ],
  [
    'reference',
    /https?:\/\/\S|\b(?:documented|described|tracked|written down|found) (?:at|in|on|under)\b|\b(?:docs?|ticket|runbook|dashboard|spec)\b.* (?:is|are|lives?) (?:at|in|on|under)\b/i,
  ],
]

const everywhere =
  /\b(?:in|for|across|on|over) (?:all|every|each|any)(?: of)?(?: (?:my|our|the))? (?:projects?|repos(?:itories)?|repo|repository|codebases?)\b|\b(?:everywhere|globally|in general, (?:i|we))\b|\bwhatever the project\b|\bin (?:allen|jedem) (?:meinen |unseren )?(?:projekt|repo)|\bdans (?:tous (?:mes|nos|les)|chaque) (?:projet|dépôt)|\ben (?:todos (?:mis|los|nuestros)|cada) (?:proyecto|repo)|\bem (?:todos os|cada)(?: meus| nossos)? (?:projeto|repo)|所有(?:的)?项目|每个项目|(?:すべて|全て|全部)のプロジェクト/iu
