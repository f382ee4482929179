/**
 * Words of general English that any discussion of software may use. Shared by chance as often as not,
 * they are no evidence that two texts are about the same thing. Hand-written; checked against real
 * sessions: a word that the sessions of most projects contain belongs here.
 */
import {
  commonWordLists,
  createWordList,
  isCommonWord,
  isStopWord,
  isWidespreadWord,
} from './common-words.ts'
import { normaliseWord } from './normalise-word.ts'

const general = `
ability absolute abstract acceptable access accessible accident accommodate accomplish according account accumulate
accurate achieve acknowledge acquire active activity adapt addition additional address adequate adjacent administrator
admit adopt advance advantage advice advise affect afford aggressive agent aggregate aim align alias alike allocate
alternative altogether ambiguous ambitious analyse analysis analyze annotate announce anticipate anybody anymore anyone
anywhere apparent appeal append appreciate approach appropriate approve approximate arbitrary architecture area arise
arrange arrangement arrow article artifact aside aspect assess asset assist assistant associate assume assumption assure
atomic attempt attend attention attractive audience audit auth author authority auto automate automatic aware balance
barely baseline batch beautiful behave behavioural benchmark beneficial benefit blank blend blind bold bonus boost border
bother bound boundary brand breadth brief bright brilliant broad bucket budget bulk burden bypass calculate calm campaign
candidate cannot capability capable capacity capital capture career categorise categorize category cell center central centre
chain challenge change channel chapter character charge choice chunk circle circumstance cite claim clarify clarity
classic classify clean cleaner cleanup clearly clone clue clutter coarse codebase coherent collaborate collapse collect
collection combination combine comfortable comma comment commercial commitment communicate communication community
compact comparison compat compatible compensate compete competitor complement complex complexity complicate component
compose composite comprehensive compromise compute concatenate concept conceptual concise conclude conclusion concrete
concurrent condition conduct confidence confident confidential confirm conflict conform confuse confusion connect consent
consequence consequently conservative consideration consist consistency consistent consolidate constant constrain
constraint construct consult consume consumer consumption contact contest contract contradict contrary contrast
contribute contribution convenient convention conventional conversation convey convince cooperate coordinate core corner
correction correspond corrupt couple courage course coverage craft create creation creative criteria criterion critical
critique crucial culture curious currency currently custom customer customise customize cycle daily damage danger
dangerous deadline dead death debate decade decision declare decline decouple dedicate deduplicate default defect defensive
defer definite definition degrade degree delay delegate deliberate delicate deliver delivery demand demonstrate dense deny
departure dependent deprecate depth derive describe description deserve design designer desirable desire destination
destroy destructive detail detection determine deterministic develop developer device diagnose diagnostic differ
difference dig digit dimension diminish directly disagree disappear disaster discover discovery discuss discussion dismiss
disrupt distinct distinction distinguish distribute distribution disturb dive diverse divide division documented dominate
doubt downside downstream dozen drastic dramatic drive dual duplicate duplication duration during duty dynamic eager earlier
earn ease easily economic edge editorial education effect effective efficiency efficient effort elaborate elegant
eliminate elsewhere embed emerge emergency emphasis emphasise emphasize employ employee enable encapsulate encounter
encourage enforce engage engineer enhance enhancement enjoy enormous enter enterprise entire entirely entity entry
enumerate envelope equivalent escape essence essential establish estimate evaluate evaluation event eventual eventually
evidence evident evolve exact examine excellent excess excessive exchange exciting exclusive execute execution exercise
exhaustive existing exit expand expansion expectation experience experiment experimental expert explanation explicit
explore expose exposure express extend extensive extent external extract extreme facilitate facility factor fail failure
fairly faith fallback familiar family fancy fascinating fault favor favorite favour feasible feedback fetch fewer fidelity
fight figure finalise finalize finding fine finger firm fix fixture flaw flexibility flexible flip flow fold following
footprint forbid forbidden foreign form formal formula fortunately foundation fraction fragile frame frequency frequent
fresh friendly front fulfil fulfill fully fun functional functionality fundamental fundamentally funny furthermore gain
gap garbage gather gently genuine global glance goal golden govern grace graceful grade gradual grant granular graph
gray grey grateful greedy green ground group growth guarantee guard guess guidance guide guideline guilty habit handful
handle handler handling handy happy harm harmless head heading headline health healthy heart heavily hesitate heuristic
hidden hierarchical hierarchy highlight highly hint historical history hit holistic honest horizontal hot human hybrid
hypothesis ideal ideally identical identification identify identity ignore illegal illustrate imagine immediate
immediately impact imperative implement implementation implication implicit imply impose impossible impress impression
improvement inaccurate inappropriate incident incidental incoming incompatible incomplete inconsistency inconsistent
incorporate incorrect incremental indeed indent independent indicate indication indicator indirect individual industry
inevitable infer inference infinite influence info inform information informative infrastructure inherent inherit initial
initialise initialize initially initiate initiative inject inline innovative insert insight insist inspiration inspire
instance instant instantly institution instruct instruction instrument insufficient intact integral integrate integrity
intelligent intend intended intense intensive intent intention interact interaction interactive interesting interfere
interim intermediate internal interpret interpretation interrupt intervention intro intrinsic introduction intuitive
invalid invent invest investigate investigation invisible invite invoke involve irrelevant isolate isolation issue iterate
iteration itself job joint journey judge judgement judgment jump justify keen key kick kill kit knowledge land landscape
largely layer lean legacy legal legitimate length lesson leverage liable liberal lie life lifecycle lifetime light
lightweight likely likewise limitation limited linear literal literally load locate location lock logic logical longer
loss loud love luck maintain maintainable maintenance major majority manage management manager manner manual manually
mapping mark marker market mass massive master material maximum meaning meaningful meanwhile measure measurement mechanic
mechanism medium meet meeting member mental mentioned mere merely merit metaphor method methodology mid migrate mild
milestone minimal minimise minimize minimum minor minority miracle mirror mislead misleading mismatch mission mistake
mistaken mix mixed mixture mode moderate modification modify modular module mood moreover motivate motivation movement
multi multiple mutual naive naming narrative narrow nasty native natural naturally nature navigate nearby nearly neat
necessarily necessity negative nest neutral nevertheless nicely nobody noise noisy nonetheless norm normalise normalize
notable notably noteworthy notion novel nuance numerous objective observe observation obsolete obtain obviously occasion
occasional occupy occur odds official offline offset ongoing online operate operation operational opinion opportunity
opt optimal optimistic optimum optional orchestrate ordinary organic organisation organise organization organize
orientation origin original originally outcome outdated outline outlook outside outstanding overall overhead overkill
overlap overlook overly override overview overwhelm overwrite owner ownership pace package pad pain painful pair palette
paper paragraph parallel parity partial partially participant participate partition partly partner passage passive past
paste path patience patient pattern pause pay peculiar peer pending perceive percent percentage perception performance
performant period periodic permanent permit persist persistent personal perspective persuade phase phenomenon philosophy
phrase physical pin pivot placement plain platform plausible pleasant pleasure plenty plug plus polish polite political
poll pollute popular populate portion pose position positive possess possibility possibly post potential potentially power
powerful practical practically practice pragmatic precede precedence precise precisely precision predict predictable
prefer preferable preference preferred prepare presence present presentation preserve pressure presumably prevalent price
primarily primary primitive principle prior prioritise prioritize priority private privilege prize probability procedure
proceed produce product productive profession professional proficient profit profound programmatic progressive prohibit
prominent promote promptly prone proof propagate proportion proposal propose prospect protect protection proud prove
provide provider provision prune publish pure purely purpose pursue puzzle qualify quality quantity quarter quiet quite
quota quotation quote raise ram ran random rapid rare rarely ratio rational raw reach reachable react reaction readability
readable readiness reader realise realistic reality realize reasonable reasonably reasoning rebuild recall receive recap
recipe recognise recognition recognize recommend recommendation reconsider record recover recovery recurring red
redundancy redundant refer refine refinement reflect reflection refresh refuse regard regardless region register
registration regression regular regularly regulate reject rejection relate relation relationship relative relatively relax
relevance relevant reliability reliable relief reluctant rely remain remainder remaining remark remarkable remedy remote
removal render reorganise reorganize repair repeatedly replacement replicate reply report represent representation
representative reproducible reputation require requirement research reserve resilient resist resolution resolve respect
respective respond responsibility responsible responsive rest restore restrict restriction restructure result resume
retain retire retrieve retrieval return reveal reverse revert review revise revision revisit reward rich rid rigid
rigorous ripe rise risk risky robust role roll rotate rotation roughly round routine rubric rule runtime rush sacrifice
safely safety sake salient sanity satisfactory satisfy save scale scan scatter scenario scene scientific scope score
scratch seal seamless secondary section secure security seek segment seldom selection self semantic semantically send
senior sensible sensitive sentiment separate separately separation sequence sequential serial series serve setup severe
severity sharp sheet shift ship shorten shortly shot shrink signal significance significant significantly silent silently
silly similarity similarly simplicity simplification simplify simulate simultaneous situated size skeleton skill skip
slice slight slightly slim slip smooth snap social society soft solely solid solution sophisticated sort source span spare
specialise specialize specific specifically specification specify spectrum speculate speech speed spend spirit spot spread
stability stabilise stabilize stable staff stage stake stale standard standardise standardize standpoint startup state
statement static stats status steady stem stick stop storage story straightforward strategic strategy streamline strength
strengthen stress stretch strict strictly strike strip stripe strive structural structure struggle style subject
subjective submit subsequent subset substance substantial substantive substitute subtle succeed success successful
successfully suffer sufficient suggestion suit suitable sum summarise summarize summary super superb superior supplement
supply suppose supposed surface surprising surprisingly surround surrounding survey survive suspect suspend suspicious
sustain sweet swift symmetric sync system systematic tackle tactic tail talent tangible target taste teach tech technical
technically technique technology tedious temporarily temporary tempt tend tendency tension tentative term terminology
terms terrible test text theme theoretical theory therefore thin thorough thoroughly though thread threat threshold throw
throughout thus tick tie tier tight tightly tiny tip tired tone topic touch tough trace track trade tradeoff tradition
traditional trail train transfer transform transient transparent transport trap travel treat treatment tremendous trend
trial tricky trim trip trivial trouble troubleshoot truly trustworthy tune tuning tutorial tweak typical typically
ultimate ultimately unable unaffected unavailable unaware uncertain uncertainty unchanged unclear uncommon underlying
undesirable undo unexpected unfamiliar unfortunate unfortunately unified uniform unify unintended unique universal unknown
unlikely unlock unnecessary unrelated unsafe unstable unsure unused unusual upcoming upfront upon upset upstream urgent
usable usage useful useless utilise utility utilize vague valid validate valuable variant variation variety vary vast
verbose verify verification versatile versus vertical via viable vice view viewpoint violate violation virtual visible
visibility vision visit visual visually vital vocabulary voice volatile voluntary vote vulnerable wake warn waste weak
weakness wealth weekend weigh weight welcome whereas whereby wherein whichever whoever widely widespread wild willing win
wipe wire wise wisely wonderful workaround workflow workspace worthwhile worthy wrap writer yield zero zone
ill youd youll youre youve theyre weve wont cant couldnt wouldnt shouldnt arent hasnt havent hadnt whats thats theres
dev env info config repo args param params var vars bool int str func impl init async await
agent assistant model prompt conversation transcript chat session context plan todo checklist
bash npm yarn pnpm node python typescript javascript react
claude codex cursor copilot gemini gpt opus sonnet haiku anthropic openai llm
pr prs ci cd ui ux id ids url urls api cli sdk os db http https
date number root google github gitlab image images monorepo
january february march april june july august september october november december monday tuesday wednesday thursday
friday saturday sunday morning afternoon evening tonight
`

const isListed = createWordList(general)

/** Whether the word says little about a topic, here and in general English. */
export function isGeneralWord(term: string): boolean {
  return isStopWord(term) || isCommonWord(term) || isListed(term)
}

let written: ReadonlySet<string> | undefined

/**
 * Whether the word is too general to name something. Unlike a stem, `attribution` is not, although
 * `attribute` is.
 */
export function isGeneralName(lower: string): boolean {
  written ??= new Set([general, ...commonWordLists].join(' ').trim().split(/\s+/))
  const stem = normaliseWord(lower)
  if (/(?:[^aeiou]ion|ment|ness|ity|ance|ence)$/.test(lower)) return written.has(lower)
  return isGeneralWord(stem) || isWidespreadWord(stem)
}
