/**
 * Words with which a user passes on a text without marking it: "Summarise this page: …", "reviewer
 * says …", "is this still true?", `Bob: …`. Whether the text comes before or after, nobody can tell
 * where it ends.
 */

/** Whether a sentence refers to a text: orders or asks something about it, or names its author. */
export function pointsToText(sentence: string): boolean {
  const text = sentence.slice(0, longestRead)
  if (opensToRemember(text)) return reports.test(text)
  return pointers.some((pattern) => pattern.test(text))
}

const longestRead = 600

/**
 * Where the words that introduce a text end in a sentence: "Translate: …", "from Slack: …",
 * "feat(api): …". "Remember: …", "Rule: …" and a colon before a few words introduce no text.
 * @returns undefined if nothing is introduced
 */
export function endOfLeadIn(sentence: string): number | undefined {
  let from = 0
  for (const { index, 0: mark } of withoutQuotes(sentence).matchAll(/[:：](?=\s|$)|：/g)) {
    const lead = sentence.slice(from, index).trim()
    const rest = sentence.slice(index + mark.length).trim()
    const isOwn = isOwnLead(lead)
    if (!isOwn && !isValue(lead, rest)) return index + mark.length
    from = index + mark.length
  }
  return undefined
}

/** Blanks out quotes and code. */
const withoutQuotes = (text: string) =>
  text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|«[^»]*»|\[[^\]]*\]\([^)]*\)/g, (span) =>
    'x'.repeat(span.length),
  )

/** "remember", "one more rule", "important": a wish follows, not a text. */
export function isOwnLead(lead: string): boolean {
  if (names.test(lead)) return false
  return opensToRemember(lead) || ownLeads.test(lead) || isLastingWish(lead)
}

/** "Never edit client.ts by hand": the user's own wish, if it names no text and points to none. */
function isLastingWish(lead: string): boolean {
  return lastingWish.test(lead) && !pointsToText(lead) && !pointed.test(lead)
}

const lastingWish =
  /^(?:(?:please|no|and|also|so),? )*(?:never|always|don['’]?t|do not|from now on|nie(?:mals)?|immer|ab jetzt|jamais|toujours|désormais|nunca|siempre|sempre)\b(?: [^\s:]+){2,}$/iu

/** "Port: 5433": a few words that give the value of the lead-in. */
function isValue(lead: string, rest: string): boolean {
  if (label.test(lead) || commonLabel.test(lead) || names.test(lead) || orders.test(lead))
    return false
  return rest.split(/\s+/).length < fewestPasted && !wishes.test(rest)
}

const fewestPasted = 6

/** In any supported language; also "#remember" and "/remember". */
export function opensToRemember(text: string): boolean {
  return remembering.test(text)
}

const remembering = new RegExp(
  String.raw`^[#/]?(?:(?:please|pls|and|also|but|so|ok(?:ay)?|oh|just|now|btw|by the way|always|(?:can|could|will|would) you|(?:you|we) (?:should|must|need to|have to)|i (?:want|need) you to|i['’]d like you to|make sure (?:you|to)|bitte|und|auch|kannst du(?: dir)?|du sollst|s['’]il te plaît|stp|svp|et|aussi|peux-tu|por favor|y|también|puedes|e|também|pode)[,:]? +)*(?:[\w-]+:)?(?:${[
    'remember|memori[sz]e|make a note|note to self|commit to memory',
    "(?:save|add|store|put|commit) (?:(?:this|the following) )?(?:to|in|into)(?: your)? memory|(?:don['’]?t|do not) forget",
    'merke? dir|merken sie sich|denke? (?:bitte )?daran|vergiss nicht|zum merken|bitte merken|dir (?:bitte )?merken',
    "souviens-toi|souvenez-vous|retiens|retenez|rappelle-toi|rappelez-vous|mémorise|note qu|n['’]oublie pas|pense à|à retenir",
    'recuerda|recuerde|recordad|memoriza|acuérdate|ten presente|no olvides|para recordar',
    'lembra|lembre|memorize|recorda|guarde|não (?:se )?esqueça',
  ].join(
    '|',
  )})(?![\p{L}])|^(?:请|另外|还有|麻烦你?)?[,，]? ?(?:记住|记下|牢记|记得)|覚えておいて|覚えといて|覚えて|メモリに保存`,
  'iu',
)

const ownLeads =
  /^(?:[\p{L}'’-]+ ){0,3}?(?:rules?|conventions?|polic(?:y|ies)|preferences?|reminders?|important|note|notes|fyi|heads[ -]up|for the record|from now on|going forward|in (?:the )?future|in general|(?:one|two|three|four|a few|some|another)(?: more| other)? things?|once more|once again|again|as i said|like i said|to be clear|to repeat|i repeat|i mean|in short|correction|regeln?|wichtig|ab jetzt|règles?|important|désormais|reglas?|importante|regras?|规则|重要|ルール)(?: (?:for|in|here|about|on|of) (?:this|our|the|all|every|my)(?: [\p{L}-]+){1,3}| here| für (?:dieses|das) [\p{L}-]+| (?:pour|de|para) [\p{L}-]+(?: [\p{L}-]+)?)?$/iu

const wishes =
  /\b(?:always|never|must|remember|from now on|do not|don['’]?t|should|ensure|make sure|immer|nie(?:mals)?|toujours|jamais|siempre|nunca|sempre)\b|必ず|常に|总是|始终|绝不/i

/** `Bob`, `Alice Smith`, `@eve`, `reviewer2`, `feat(api)`: a speaker or source. */
const label =
  /^(?:@?\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}|@[\w-]+|\w+\([^)]*\)!?|[\w-]+\d)$/u
const commonLabel =
  /^(?:user|human|assistant|system|bot|ai|agent|me|you|them|[aq]|nit|todo|fixme|hack|warning|caution|tip|hint|info|(?:feat|fix|chore|docs|test|refactor|perf|ci|build|style)!?)$/i

const thing =
  'page|site|website|article|text|texte?|post|blog|thread|tweet|comments?|reviews?|reviewer|feedback|messages?|e-?mails?|mail|tickets?|issues?|stor(?:y|ies)|descriptions?|docs?|documents?|documentation|readme|guide|guidelines?|tutorial|manual|spec|specs|specification|wiki|notes|answers?|repl(?:y|ies)|responses?|quotes?|quotation|snippets?|excerpts?|passages?|paragraphs?|sentences?|statements?|advice|tips?|suggestions?|recommendations?|instructions?|findings?|transcripts?|conversations?|chats?|dialog(?:ue)?s?|logs?|outputs?|diffs?|patch|changelog|release notes|configs?|yaml|json|toml|xml|csv|workflow|prompts?|checklists?|template|summary|report|minutes|faq|points?|bullets?|lists?|items|seite|artikel|nachricht|kommentare?|antwort|anleitung|doku(?:mentation)?|auszug|page|message|commentaires?|réponse|consigne|página|artículo|mensaje|comentarios?|respuesta|texto|correo|artigo|mensagem|resposta'
const place =
  'slack|teams|discord|jira|linear|confluence|notion|stack ?overflow|so|chat ?gpt|gpt-?\\d?|claude|gemini|copilot|perplexity|llm|reddit|hacker ?news|hn|twitter|linkedin|github|gitlab|bitbucket|the web|the internet|the net|google|wikipedia|npm|pypi|the wiki|the docs?|the readme|the review|upstream|a (?:colleague|friend|coworker|teammate|blog)|my (?:boss|manager|colleague|coworker|teammate|lead)'

/** A kind of text, or a place where texts come from. */
const names = new RegExp(
  String.raw`\b(?:${thing})\b|\b(?:from|on|in|via|per|by) (?:${place})\b|\b(?:${place})$`,
  'iu',
)

const to = `(?:please |pls |can you |could you |would you |will you |can we |let['’]?s |now |then |first |just |also |and |ok,? |hey,? |hi,? |i(?:['’]d like| want| need) you to |i (?:want|need) |kannst du |könntest du |bitte |peux-tu |pouvez-vous |puedes |por favor,? |pode )*`
/** Verbs that only apply to texts. */
const textOrders =
  'summari[sz]e|sum up|translate|proof-?read|paraphrase|rephrase|reword|condense|fact-?check|tl;?dr|eli5|interpret|transcribe|quote|cite|übersetze?n?|fasse?|korrigiere?|erkläre? (?:mir )?(?:dies|das|folgend)|traduis|traduire|résume[rz]?|corrige[rz]?|traduce|traducir|resume|resumir|resuma|traduza|traduzir|explica|explique'
/** Verbs that apply to texts among other things. */
const otherOrders =
  "explain|review|check|verify|validate|read|look (?:at|over|through|into)|have a look|take a look|see|analy[sz]e|digest|evaluate|assess|critique|comment|reply|respond|answer|compare|extract|parse|convert|format|edit|correct|improve|rewrite|shorten|polish|address|apply|follow|implement|do(?! not)|handle|resolve|fix|solve|process|consider|incorporate|use|act on|go through|work through|think about|what(?:['’]?s| is| are| do| does)|tell me|prüfe?|lies|schau|lis|vérifie|lee|revisa|leia|verifique"
const orders = new RegExp(String.raw`^${to}(?:${textOrders}|${otherOrders})\b`, 'iu')
const pointing =
  '(?:this|that|these|those|the (?:following|below|above|attached|pasted|quoted)|following|below|above|attached|diese[srmn]?|dies|folgende[srmn]?|das hier|ce(?:t|tte|s|ci)?|cela|ça|suivante?s?|est[aeo]s?|siguientes?|iss?t?o|est[ea]s?|seguintes?)'

const pointed = new RegExp(String.raw`\b${pointing}(?!\p{L})`, 'iu')

/** "this long review comment", but not "this is a comment". */
const attributes = String.raw`(?:(?!(?:is|are|was|were|an?|the|not|should|must|has|have|can|will|does?|to|in|on|for|of)\b)[\p{L}'’-]+\s+){0,3}`

const saying =
  'says|said|saying|wrote|writes|suggests|suggested|recommends|recommended|told (?:me|us|you)|tells|mentions|mentioned|commented|posted|replied|answered|responded|claims|claimed|states|stated|advises|advised|warns|warned|reads|sent (?:me|us)|left (?:a|this|these)|argues|insists|wants|asks|asked (?:me|us|for)|demands|requires that|according to|schreibt|schrieb|sagt|sagte|meint|meinte|laut|écrit|a dit|dit que|selon|dice|dijo|escribió|según|disse|diz|escreveu|segundo'
/** Somebody else speaks. The lookbehind comes last because it is slow. */
const reports = new RegExp(
  String.raw`\b(?=(?:${saying})(?!\p{L}))(?<!\b(?:i|we|you|ich|wir|je|nous|yo) (?:just |already |also )?)`,
  'iu',
)

const pointers: readonly RegExp[] = [
  reports,
  new RegExp(String.raw`^${to}(?:${textOrders})(?![\p{L}])`, 'iu'),
  // "check this", "review the comments below", "fix these"; but not "fix this button".
  new RegExp(
    String.raw`^${to}(?:${textOrders}|${otherOrders})\b[^.!?]{0,40}?\b${pointing}(?=\s*(?:$|[.,:;!?–—-]|for|to|in|into|and|out|please|with)|\s+${attributes}(?:${thing})\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:${pointing}|here(?:['’]s| is| are)(?: the| a| an| some| my| our)?|his|her|their|the (?:whole|full|original|accepted|top))\s+${attributes}(?:${thing})\s*(?:$|[.,:;!?–—-]|from|on|in|by|of|about|i )`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:got|found|copied|pasted|pasting|received|saw|read|took|taken|forwarded|quoting|gefunden|trouvé|encontr[eé]i?)\b[^.!?]{0,40}\b(?:from|on|in|at|via|by|auf|bei|von|sur|dans|en|em|no) (?:${place}|\p{Lu}|https?:|the|a|my|our|der|dem|le|la)`,
    'u',
  ),
  new RegExp(String.raw`^(?:from|via|per|re|source|quelle|aus|von|de) (?:${place})\b`, 'iu'),
  /^(?:[Ff]rom|[Vv]ia|[Pp]er|[Ss]ource|[Aa]us|[Vv]on|[Dd]e) \p{Lu}/u,
  // "Is this still true?", "what does that mean?", "do you agree?", "thoughts?"
  new RegExp(
    String.raw`\b(?:${pointing}|it|das|es|ça|cela|eso|isso)\b[^?]*\b(?:true|right|correct|valid|accurate|mean|means|sense|apply|applies|ok|okay|good|bad|safe|legit|outdated|up to date|necessary|needed|relevant|about|really|stimmt|richtig|bedeutet|heißt|veut dire|vrai|significa|verdad|cierto|verdade|certo)\b[^?]*\?|\b(?:mean|means|bedeutet|heißt|signifie|significa|veut dire)\b[^?]*\?`,
    'iu',
  ),
  /^(?:(?:and|so|but|ok|hey|hm+),? )*(?:(?:what|why|how|when|where|who) )?(?:is|are|was|were|do|does|did|has|have|can|could|should|would|will|must) (?:this|that|these|those)\b[^?]*\?/i,
  // "make this shorter", "turn these into a list"
  new RegExp(
    String.raw`^${to}(?!(?:in|for|on|with|at|of|by|to|from|like|about|inside|across|within|during|after|before|is|are)\b)\p{L}+ (?:this|these|those)(?: |$|[.,:;!–—-])`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:from|per|via|in|on) (?:the|our|my|an?|his|her|their) ${attributes}(?:${thing})\b`,
    'iu',
  ),
  /\b(?:i|we) (?:just |once |also )?(?:read|heard|saw|found|learned|learnt)\b/i,
  // "can you make sense of it?", "I want a nicer wording for", "paste from the wiki"
  new RegExp(
    String.raw`^${to}\p{L}+ (?:[\p{L}'’-]+ ){0,4}(?:it|das|es|ça|eso|isso)\b[^?]{0,30}\?`,
    'iu',
  ),
  /\b(?:for|from|of|about|with|like|as|goes|reads)\s*$/i,
  /^(?:pasted?|copy|copied|excerpt|extract|snippet|text|quote|\p{L}+ed) (?:from|of|by) /iu,
  /^(?:any )?(?:thoughts|opinions?|comments|ideas)\b|\bdo (?:you|we) (?:agree|follow|do (?:this|that)|comply)\b|\bwhat do you (?:think|make)\b|\bwas (?:bedeutet|heißt|meinst)\b|\bqu['’]en penses|\bqué (?:opinas|significa)\b|\bo que (?:acha|significa)\b/iu,
  /翻译|总结|概括|解释(?:一下)?(?:这|以下)|什么意思|这(?:段|篇|封|个)(?:话|文|邮件|评论|回答)|以下|訳して|翻訳|要約|この(?:文章|記事|ページ|コメント|メール)|次の(?:文章|テキスト)|以下の|どういう意味|переведи|перескажи|что (?:это )?значит|번역|요약/u,
]
