/** How people ask an agent to remember something, in several languages. */

/** Parts of regular expressions. */
interface RememberPhrases {
  readonly language: string
  /** Words that may precede it: "please", "and", "could you". */
  readonly openers: string
  /** A statement follows: "remember that …". */
  readonly statement: string
  /** An instruction follows, perhaps only for this task: "remember to …". */
  readonly instruction: string
  /** A complete statement follows without "that": "remember the port is 8081". */
  readonly clause?: string
  /** Before a colon or comma: "remember: …". */
  readonly bare: string
  /** Without "that", a recollection follows: "remember when …". */
  readonly recollection: string
  /** Something said or seen before: "remember that I told you …", "remember that bug we fixed". */
  readonly recounting?: string
  /** The instruction applies beyond this task. */
  readonly standing: string
  /** By default a way of working: "remember to use …". */
  readonly habit?: string
  /** Not true any more next week: "for now", "in this PR". */
  readonly passing: string
  /** Depends on earlier context: "it …", "this is …". */
  readonly leaning: string
}

const nothing = '(?!)'

const rememberPhrases: readonly RememberPhrases[] = [
  {
    language: 'English',
    openers: `(?:(?:please|pls|and|also|but|so|ok(?:ay)?|oh|just|now|btw|by the way|always|
      (?:can|could|will|would) you|you (?:should|must|need to|have to)|
      i (?:want|need) you to|i['’]d like you to|make sure (?:you|to))[,:]? +)*`,
    statement: `(?:remember(?: globally)?|keep in mind|memori[sz]e|make a note|commit to memory|(?:don['’]?t|do not) forget) that|
      remember globally[,:]?`,
    instruction: 'remember to',
    clause: `(?:we|i) (?!just|already|also|said|told|asked|mentioned|discussed|talked|spoke|saw|had|were|was|did)\\p{L}+|
      this (?:repo|project|codebase) \\p{L}+|(?!(?:we|i|you|he|she|they|it|its|me|that|this|these|those|to)\\b)\\S+(?: (?!(?:we|i|you|that|which)\\b)[^\\s,;:]+){0,4} (?:is|are|has|have|must|should|
      can|can['’]?t|cannot|does|doesn['’]?t|don['’]?t|uses?|needs?|runs?|lives?|listens?|requires?|wants?|goes)\\b`,
    bare: `(?:remember(?: (?:this|the following))?(?: for (?:later|next time|the future))?|memori[sz]e(?: this)?|
      (?:save|add|store|put|commit) (?:(?:this|the following) )?(?:to|in|into)(?: your)? memory|note to self|(?:don['’]?t|do not) forget to)`,
    recollection: '(?:when|how|what|who|why|where|back)\\b',
    recounting: `(?:i|you|we|he|she|they)(?:['’](?:d|ve|re))? (?:just |already |also )?(?:said|told|asked|
      mentioned|discussed|talked|spoke|saw)\\b|
      (?:time|day|week|one|bug|issue|error|thing|problem|discussion|conversation|session|change|fix|
      test|file|commit|pr|branch|ticket|feature|function|part|idea)(?: (?:we|i|you|from|last|where|
      when|with|about|which|that|in)\\b|[,?.!]|$)`,
    standing: `always|never|from now on|going forward|from here on|every time|each time|whenever|
      in (?:this|our) (?:repo(?:sitory)?|project|codebase|team)|(?:before|after|for|on|with|in) (?:every|each|any|all)|
      in (?:the )?future|next time|by default`,
    habit:
      '(?:use|prefer|avoid|keep|write|answer|reply|speak|call|name|format|follow|run|ask|not)\\b',
    passing: `(?:for|in|on|of|with) (?:this|the current) (?:pr|commit|task|change|time|ticket|session|step|branch|
      feature|one|round)|this (?:pr|commit|task|change|time|ticket|session)|for this|for now|right now|today|
      tonight|tomorrow|this (?:morning|afternoon|evening|week)|at the moment|
      before you (?:finish|stop|start|begin|are done|commit|push|continue)|
      (?:when|once|after) (?:you(?:['’]re| are)|it(?:['’]s| is)) (?:done|finished|ready)|
      afterwards?|at the end|as well|too`,
    leaning: `(?:it|its|they|them|he|she|so|such|both|everything|what i|as above|the (?:above|following|
      latter|former))\\b|(?:this|that|these|those)(?: (?:is|was|are|were|has|have|will|would|can|could|
      should|must|may|might|needs?|works?|means?|happens?|one|ones|way|for|when|and|in|on|too|as)\\b|
      \\s*[,.:;!]|\\s*$)`,
  },
  {
    language: 'German',
    openers: '(?:(?:bitte|und|auch|ok(?:ay)?|also|kannst du|du sollst)[,:]? +)*',
    statement: `(?:merke? dir(?: bitte)?|merken sie sich(?: bitte)?|denk(?:e)?(?: bitte)? daran)[,:]? dass`,
    instruction: '(?:vergiss nicht|denk(?:e)?(?: bitte)? daran)(?=,? [^.]*\\bzu\\b)',
    bare: '(?:merke? dir(?: bitte)?(?: (?:folgendes|das folgende))?|bitte merken|zum merken)',
    recollection: '(?:wie|wann|als|was|wer|das|diese[nrms]?)\\b',
    standing: `immer|nie(?:mals)?|ab jetzt|von nun an|künftig|in zukunft|jedes mal|jedesmal|
      in diesem (?:repo|projekt)|bei jede[mr]|vor jede[mr]|nach jede[mr]`,
    passing: 'heute|morgen|jetzt gerade|fürs erste|erst ?mal|in diesem (?:pr|commit|ticket)',
    leaning: '(?:es|er|sie|das|dies|diese[rsnm]?|so)\\b(?! (?:repo|projekt|team|paket)\\b)',
  },
  {
    language: 'French',
    openers: "(?:(?:s['’]il te plaît|stp|svp|et|aussi|ok|peux-tu|tu dois)[,:]? +)*",
    statement: `(?:souviens-toi(?: bien)?|retiens(?: bien)?|rappelle-toi|souvenez-vous|retenez|
      rappelez-vous|mémorise|note) qu(?:e|['’])`,
    instruction: "(?:souviens-toi d(?:e|['’])|n['’]oublie pas d(?:e|['’])|pense(?: bien)? à)",
    bare: '(?:souviens-toi(?: de ceci)?|retiens(?: ceci)?|à retenir|mémorise(?: ceci)?)',
    recollection: '(?:quand|comment|lorsque|quoi)\\b',
    standing: `toujours|jamais|désormais|dorénavant|à partir de maintenant|à l['’]avenir|
      chaque fois|avant chaque|après chaque|dans ce (?:dépôt|projet|repo)`,
    passing:
      "aujourd['’]hui|demain|pour l['’]instant|pour le moment|dans (?:ce|cette) (?:pr|commit|ticket|tâche)",
    leaning: "(?:il|elle|ils|elles|ça|cela|ceci|c['’]est)\\b",
  },
  {
    language: 'Spanish',
    openers: '(?:(?:por favor|y|también|ok|puedes|debes)[,:]? +)*',
    statement: '(?:recuerda|recuerde|recordad|memoriza|acuérdate de|ten presente) que',
    instruction: '(?:recuerda|acuérdate de|no olvides)(?= \\p{L}+[aei]r\\b)',
    bare: '(?:recuerda(?: esto| lo siguiente)?|recuerde|memoriza(?: esto)?|para recordar)',
    recollection: '(?:cuando|cómo|qué|lo que)(?:\\s|$)',
    standing: `siempre|nunca|jamás|a partir de ahora|de ahora en adelante|en el futuro|cada vez|
      antes de cada|después de cada|en este (?:repo(?:sitorio)?|proyecto)`,
    passing: 'hoy|mañana|por ahora|de momento|en (?:este|esta) (?:pr|commit|ticket|tarea)',
    leaning: '(?:eso|esto|esta|este|ello|lo)\\b(?! (?:repo|repositorio|proyecto|equipo)\\b)',
  },
  {
    language: 'Portuguese',
    openers: '(?:(?:por favor|e|também|ok|pode|você deve)[,:]? +)*',
    statement: '(?:lembra(?:-te)?|lembre(?:-se)?|memorize|recorda|guarde)(?: de)? que',
    instruction:
      '(?:lembra(?:-te)?|lembre(?:-se)?|não (?:se )?esqueça)(?: de)?(?= \\p{L}+[aeio]r\\b)',
    bare: '(?:lembra(?: disto| disso)?|lembre(?:-se)?(?: disto| disso)?|memorize(?: isto| isso)?)',
    recollection: '(?:quando|como|o que|daquel[ea]|dess[ea])(?:\\s|$)',
    standing: `sempre|nunca|jamais|a partir de agora|de agora em diante|no futuro|cada vez|
      antes de cada|depois de cada|neste (?:repo(?:sitório)?|projeto)`,
    passing: 'hoje|amanhã|por enquanto|por agora|(?:neste|nesta) (?:pr|commit|ticket|tarefa)',
    leaning: '(?:isso|isto|ele|ela|eles|elas)\\b',
  },
  {
    language: 'Japanese',
    openers: '(?:(?:あと|また|ちなみに)[、,]? *)*',
    statement: nothing,
    instruction: nothing,
    bare: '(?:(?:これを|次のことを|以下を)?(?:覚えておいて|覚えといて|覚えて)(?:ください|下さい|ね)?|メモリに保存)',
    recollection: '(?:いますか|る\\?)',
    standing: '常に|必ず|絶対に|毎回|今後|これから|いつも',
    passing: '今日|明日|とりあえず|今回(?:は|だけ)',
    leaning: '(?:それ|これ|あれ|その件)',
  },
  {
    language: 'Chinese',
    openers: '(?:(?:请|另外|还有|好的|麻烦(?:你)?|你要)[,，、]? *)*',
    statement: '(?:记住|记下|牢记)(?![了吗?？,，:：、])',
    instruction: '记得(?![吗了?？])',
    bare: '(?:记住|记下|牢记|请记住)',
    recollection: '(?:当时|上次|那次|怎么|什么)',
    standing: '总是|始终|永远|绝不|从不|从现在起|以后|今后|每次|每当|在(?:这个|本)(?:项目|仓库)',
    passing: '今天|明天|暂时|目前|这次',
    leaning: '(?:它|这(?:个|些)?[是点]?[,，。]|那(?:个|些)?[,，。])',
  },
]

/** Follows the statement: "…を覚えておいて". */
export const rememberEndings: readonly string[] = [
  '(?:ということ|こと|の)?を(?:ちゃんと|しっかり)?(?:覚えておいて|覚えといて|覚えて)(?:ください|下さい|ね)?[。.!！]*$',
]

/** The sentence starts the task: "now fix …", "please …". */
export const turnsToTask =
  /^(?:now|next|then|please|so|ok(?:ay)?|can|could|would|will|let['’]?s|with (?:that|this)|bitte|jetzt|maintenant|ahora|agora|请|现在|では|さて)(?![\p{L}\p{N}])/iu

export interface Wish {
  readonly text: string
  readonly isInstruction: boolean
  /** "Remember globally …" */
  readonly isEverywhere?: boolean
}

interface Lead {
  /** "Remember:" and what precedes it. */
  readonly block: RegExp
  readonly leaning: RegExp
  read(sentence: string, isAlone: boolean): Wish | undefined
}

/** Recognises, by language, the words that introduce what to remember. */
export const leads: readonly Lead[] = rememberPhrases.map(createLead)

function createLead(phrases: RememberPhrases): Lead {
  const { openers, statement, instruction, bare } = phrases
  const at = (part: string) => pattern(`^${openers}(?:${part})`)
  const [states, instructs] = [at(`(?:${statement})\\s*`), at(`${instruction}\\s*`)]
  const clause = at(`remember (?=${phrases.clause ?? nothing})`)
  const loose = at(`${bare}\\s*[,，、]?\\s*`)
  const word = (part: string) => pattern(`(?<![\\p{L}\\p{N}])(?:${part})(?![\\p{L}\\p{N}])`)
  const isScript = /Japanese|Chinese/.test(phrases.language)
  const anywhere = isScript ? pattern : word
  const [stands, passes] = [anywhere(phrases.standing), anywhere(phrases.passing)]
  const head = (part: string) => pattern(`^(?:${part})`)
  const [recollects, recounts] = [head(phrases.recollection), head(phrases.recounting ?? nothing)]
  const [leaning, habit] = [head(phrases.leaning), head(phrases.habit ?? nothing)]
  const isKept = (text: string) =>
    !recounts.test(text) && !leaning.test(text) && (stands.test(text) || !passes.test(text))
  return {
    block: at(`${bare}\\s*[:：]\\s*`),
    leaning,
    read(sentence, isAlone) {
      const isAsked = endsAsQuestion(sentence) && !politeQuestion.test(sentence)
      if (isAsked) return undefined
      const stated = after(states, sentence)
      if (stated !== undefined) {
        const isEverywhere = /\bglobally\b/i.test(sentence.slice(0, -stated.length))
        return isKept(stated) ? { text: stated, isInstruction: false, isEverywhere } : undefined
      }
      const instructed = after(instructs, sentence)
      if (instructed !== undefined) {
        const isHabit = isAlone && habit.test(instructed) && !passes.test(instructed)
        const isStanding = stands.test(sentence) || isHabit
        return isStanding ? { text: instructed, isInstruction: true } : undefined
      }
      const declared = after(clause, sentence)
      if (declared !== undefined && !recollects.test(declared) && isKept(declared)) {
        return { text: declared, isInstruction: false }
      }
      const loosely = after(loose, sentence)
      if (loosely === undefined || recollects.test(loosely) || !isKept(loosely)) return undefined
      return isScript || stands.test(loosely) ? { text: loosely, isInstruction: false } : undefined
    },
  }
}

function after(lead: RegExp, sentence: string): string | undefined {
  const match = lead.exec(sentence)
  return match ? sentence.slice(match[0].length) : undefined
}

function pattern(parts: string): RegExp {
  return new RegExp(parts.replace(/\n\s*/g, ''), 'iu')
}

export const endsAsQuestion = (sentence: string) => /[?？][)"'\s!]*$|吗[。]?$/.test(sentence)

/** "Could you remember that …?" is a request; "do you remember …?" is not. */
const politeQuestion =
  /^(?:please[, ]+)?(?:can|could|will|would) you (?:please )?(?:remember|note|memori[sz]e) (?:that|to)\b|^(?:kannst du dir|peux-tu|puedes)\b/i
