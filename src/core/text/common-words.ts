/**
 * Hand-written word lists. Stop words carry no meaning in a query. Common words appear in any prompt
 * to a coding agent, so they say little about whether a memory is on topic.
 */
import { baseForms, normaliseWord } from './normalise-word.ts'

const ofProgrammingActions = `
add remove delete create make write read build use reuse run start restart stop open close show hide display see look
find search get set put give take keep change update upgrade edit fix replace rename move copy convert extract split
merge sort order clean refactor rewrite redesign implement support handle check test try call return throw load reload
save store send receive pass fail break generate print log sync parse format render import export include exclude
enable disable allow block turn switch define declare configure install download upload compile debug inspect compare
count list group filter match detect reduce increase improve speed optimise optimize simplify finish complete confirm
cancel discard reset reproduce introduce adjust apply attach assign bind bump drop drag click press type select submit
`

const ofProgramming = `
app application api code file folder directory path line function method class object interface module package library
framework component element widget variable constant value key name text string number integer array item map table row
column field property attribute argument parameter option flag setting config configuration default version branch
commit git github repository repo project source unit suite spec snippet example sample demo draft prototype
user people team person page view screen window tab panel button link image icon logo header footer menu label title
content layout style css html json yaml xml svg markdown editor cursor mouse keyboard
message error exception warning problem issue bug crash case result response request query data input output server
client service process thread engine command script tool program plugin extension system environment machine device
phone network connection port memory cpu disk size limit level rate feature behaviour behavior state event action
development production staging release deploy deployment pipeline documentation doc readme guide comment note
website site web internet mobile desktop browser core base common shared helper util
src lib dist ts tsx js jsx mjs py go rs java md txt index spec
`

const ofEveryDay = `
ok okay yes yeah thanks hello hi hey sure sorry able about above accept across act actual actually ago agree ahead
almost alone along already although always among amount angry annoying another anything anyway apart appear around
arrive ask available avoid away awful back bad bare basic bear because become before begin behind believe belong below
beside best better between beyond big bit both bottom bring broken busy but buy call care careful carry cause certain
chance cheap choose clear clever come company complain complete concern consider contain continue control correct cost
cover crazy current cut day deal dear decide deep depend describe different difficult direct discuss do dont double down
each early easy else empty end english enough ensure entire equal especially even every everybody everyone everything
exact exactly except exist expect expensive explain extra face fact fair fall false far fast feel few figure fill final
fine first fit follow force forget forever former forward free full further future game general gone good great grow
guess half hand happen hard hate have hear heavy help here high hold home hope hour however huge hurt idea important
inside instead interest join just keep kind know lack language large last late later latest lead learn least leave left
less let like line little live local long look loose lose lot low lower main many matter may maybe mean mention mess
middle might mind minute miss missing modern moment month more morning most much must near necessary need neither never
new next nice night nobody none normal nothing notice now obvious odd off offer often old once one only open opposite
other otherwise out outside over own part particular perfect perhaps person pick piece place plain plan play please
point poor possible pretty prevent previous probably proper public pull push question quick quickly quiet quite random
rather ready real really reason recent remember remind repeat right rough safe same say second seem sense sentence
serious several shape share short should side sign similar simple since single sit situation slow slowly small smart
solve some somebody somehow someone something sometimes somewhere soon sound space special stand stay step still
straight strange strong stuff stupid such suddenly suggest suppose sure surprise talk task tell than thing think third
three through tidy time today together tomorrow too top total touch toward true trust truth twice two ugly understand
unless until up upper usual usually various very wait walk want watch way week weird well whatever whenever wherever
whether while whole why wide will wish within without wonder word work world worry worse worst worth would wrong year
yesterday yet
`

/** Topics of their own, but of half the programs there are. */
const ofAnyProgram = `
algorithm alert animation archive assert async audio authentication autocomplete avatar background backend backup badge
bar binary bit board bot breadcrumb buffer bundle byte cache calculation calendar callback camera canvas card carousel
chart chat checkbox checksum child clipboard cli clock cloud cluster color colour compiler compression console container
context cookie copy counter credential cron cryptography dark dashboard database decorator dependency dialog diagram
diff dimension distance document domain download drawing driver dropdown encoding encryption endpoint enum export
expression feed fetch file focus font footer fork form fragment frame frontend gallery generator gesture graph grid hash
heap height hook host icon iframe index inheritance integration iterator job json kernel label lambda language layer
lexer library lint linter listener login loop macro manifest margin mask matrix merge metadata metric migration mock
modal model monitor mutation navigation node notification null observer operator orientation overlay padding pagination
parent parser password patch payload permission photo picker picture pixel placeholder player pointer pool popover popup
prefix preview profile progress promise prompt protocol proxy queue range ray recursion redirect reference regex
registry renderer resolver resource retry robot role rollback root route router sandbox scanner schedule scheduler
schema scroll sensor serializer session shader shell shortcut sidebar signal signature slider slug snapshot socket sound
spinner stack stream stub subscription suffix switch symbol syntax tag template terminal theme thumbnail timeout timer
toast toggle token tokenizer toolbar tooltip tracker transaction transform translation translate transition tree trigger
tuple upload url validation validator vector vertex video viewer visitor volume wallet watcher websocket wheel width
wildcard wizard wrapper zip zoom
`

export const isEverydayWord = createWordList(ofEveryDay)
export const isActionWord = createWordList(ofProgrammingActions)
const isProgrammingWord = createWordList(ofProgramming)
export const isWidespreadWord = createWordList(ofAnyProgram)

export const isCommonWord = (term: string) =>
  isEverydayWord(term) || isActionWord(term) || isProgrammingWord(term)

export const commonWordLists = [ofProgrammingActions, ofProgramming, ofEveryDay, ofAnyProgram]

/** Stems only the words that begin like the term: stemming a whole list takes 10 ms. */
export function createWordList(text: string): (term: string) => boolean {
  let byStart: ReadonlyMap<string, readonly string[]> | undefined
  return (term) => {
    byStart ??= Map.groupBy(text.trim().split(/\s+/), startOfStem)
    return byStart.get(startOf(term))?.some((word) => normaliseWord(word) === term) ?? false
  }
}

const startOf = (term: string) => term.slice(0, 3)

/** Long words keep their start; `try` becomes `tri`. */
const startOfStem = (word: string) =>
  startOf(word.length > 5 ? (baseForms.get(word) ?? word) : normaliseWord(word))

/** A query keeps these only when it has no other words. */
const stopWordList = `
a an the and or but if of to in on at by for with from as is are was were be been being am do does did doing done
have has had having i you he she it we they me him her us them my your his its our their mine yours this that these
those what which who whom whose when where why how would could should can will may might shall must not no nor so
than then there here s t d ll m re ve dont didnt doesnt isnt wasnt im ive id youre lets let's please about into over
under again any some all more most other such only own same too very just also ever still many much
`
let stopWords: ReadonlySet<string> | undefined

export function isStopWord(term: string): boolean {
  stopWords ??= new Set(stopWordList.trim().split(/\s+/).map(normaliseWord))
  return stopWords.has(term)
}
