/** «i prefer tabs pls» as «The user prefers tabs.» */
import { finishSentence } from '../fit-sentences.ts'
import { oneOf } from './words.ts'

export function neutral(text: string): string {
  const bare = withoutFillers(text.replaceAll('’', "'"))
  const stated = withoutAsking(bare)
  return capitalise(finishSentence(thirdPerson(stated)))
}

/** Said before and after the thing itself. */
function withoutFillers(text: string): string {
  let bare = text.trim()
  for (let before = ''; before !== bare; ) {
    before = bare
    bare = bare.replace(opening, '').replace(objection, '').replace(closing, '$1')
  }
  return bare.replace(/,? (?:pls|plz|please|btw|fyi|lol|tbh|imo|imho)\b(?=[,.;!)]|$)/gi, '').trim()
}

const greeting = oneOf(`ok(?:ay)? so well hm+ um+ ugh ah oh hi hey hello yes yeah yep anyway btw
  by_the_way fyi and but also please pls plz just_so_you_know so_you_know heads[-_]up gotcha
  remember_that note_that actually thanks thank_you quick_note sorry_but`)
const opening = new RegExp(`^(?:${greeting})(?:[,:;.!-]+\\s*|\\s+)(?=\\S)`, 'i')

/** «no, …» goes, «no emojis» stays. */
const aside = oneOf(`no+ nope nah wrong not_quite not_really please_don't that's_wrong
  that's_not_(?:right|true|how_it_works) that's_incorrect quick_context for_context context note nb
  sorry look remember good settled right for_next_time nvm(?:_found_it)?`)
const objection = new RegExp(`^(?:${aside})[,:;.!]+\\s*(?=\\S)`, 'i')
const closing = /,? (?:pls|plz|please|btw|ok\?|lol|thanks|thx)\s*([.!?]*)$/i

/** «can you keep it short?» as «keep it short». */
function withoutAsking(text: string): string {
  const asked = /^(?:(?:can|could|would|will) you (?:please )?|can we agree that )(.+?)\??$/i.exec(
    text,
  )
  return asked?.[1] ?? text
}

/** The first «I» becomes «the user», what follows «they»; with «we» in between it stays clear. */
function thirdPerson(text: string): string {
  let isNamed = false
  const name = (first: string, later: string) => {
    const word = isNamed ? later : first
    isNamed = true
    return word
  }
  return text.replace(firstPerson, (whole, contraction, adverb, verb) => {
    if (verb === undefined) return possessiveOrObject(whole, name)
    const isFirst = !isNamed
    const subject = name('the user', 'they')
    if (contraction !== undefined)
      return `${subject}${auxiliary(contraction, isFirst)} ${adverb}${verb}`
    return `${subject} ${adverb}${isFirst ? conjugate(verb) : verb}`
  })
}

const adverb = oneOf(`always never only also still just really usually mostly generally normally
  typically already strongly actually personally hardly_ever`)
const firstPerson = new RegExp(
  `(?<![\\w'\`./-])(?:I(m|'m|'d|'ve|ve|'ll)? ((?:(?:${adverb}) )*)([\\w'-]+)|(?:my|mine|me|myself)\\b(?! too))(?![\\w/])`,
  'gi',
)

function possessiveOrObject(word: string, name: (first: string, later: string) => string): string {
  if (/^my$/i.test(word)) return name("the user's", 'their')
  if (/^mine$/i.test(word)) return name("the user's", 'theirs')
  return name('the user', 'them')
}

function auxiliary(contraction: string, isFirst: boolean): string {
  if (contraction.endsWith('m')) return isFirst ? ' is' : ' are'
  if (contraction.endsWith('d')) return ' would'
  if (contraction.endsWith('ve')) return isFirst ? ' has' : ' have'
  return ' will'
}

function conjugate(verb: string): string {
  if (irregular[verb] !== undefined) return irregular[verb]
  if (!regular.has(verb)) return verb
  if (/(?:sh|ch|[sxzo])$/.test(verb)) return `${verb}es`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}

/** Other words after «I» may be no verb at all, or one that stays: can, must, went. */
const regular = new Set(
  `add ask avoid build call care check choose clean code come commit consider copy create debug deploy
  develop dislike edit enjoy expect favour favor find fix follow forget format get give go guess hate
  keep know like live look love maintain make mean mind move need open own pick pin prefer push put
  read rebase release restart review run say see set ship skip speak squash start stick stop suggest
  switch take talk teach tend test think touch train try type use want watch wish work write`.split(
    /\s+/,
  ),
)

const irregular: Readonly<Record<string, string>> = {
  am: 'is',
  have: 'has',
  do: 'does',
  "don't": 'does not',
  dont: 'does not',
  "haven't": 'has not',
  "didn't": 'did not',
}

/** A command or a file keeps its small letter. */
function capitalise(text: string): string {
  return /^[a-z][a-z']*(?=[\s,]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
