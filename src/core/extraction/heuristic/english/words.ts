/** Classes of words the grammars are built of, each as the inside of a group. */

export const oneOf = (words: string) => words.trim().split(/\s+/).join('|').replaceAll('_', ' ')

/** What a team works with and within, rather than the code at hand. */
export const surroundings = oneOf(`prod production staging qa uat sandbox environment environments
  cluster clusters server servers db database databases replica ci pipeline pipelines runner runners
  jenkins machine machines box boxes laptop desktop vm vms vpn proxy firewall network office intranet
  region regions tenant tenants customer customers vendor vendors sponsor partner partners supplier
  team teams manager cto designer designers legal compliance security ops devops netops oncall support
  sales marketing budget licen[sc]es? deadline hardware device devices tablet tablets phones boards?
  firmware sensors? controllers? plc robots? routers? printers? gpus? ram disk domain buckets? queues?
  topics? broker instances? gateway timezone cron backups? registry company hospital bank school
  university warehouse factory repo monorepo windows linux macos android ios contractor auditors?
  releases? deploys? deployments? quota traffic prices cluster kernel internet side_project legacy
  air-?gapped colleague freelancer employer sdk plugin target embedded scanners? account accounts
  subscription our_users our_api laptops chip compiler toolchain driver drivers`)

/** How somebody wants things written and said. */
export const style =
  oneOf(`answers? replies reply responses? explanations? summaries summary recaps?
  comments? docstrings? emojis? spelling tone bullets bullet_points bullet_lists walls_of_text prose
  commit_messages? small_commits semicolons? tabs spaces indentation single_quotes double_quotes
  trailing_commas leading_commas named_exports? default_exports? arrow_functions early_returns?
  one-liners? inheritance functional mocks? mocking type_hints british american imperative lowercase
  uppercase abbreviations jargon apologies preamble disclaimers caveats headings console.log
  print_statements markdown_tables wording attribution co-authored-by line_length snake_case camelcase kebab-case metric
  blank_lines code_style coding_style ternaries comprehensions in_english in_german in_french
  in_spanish in_dutch pull_requests_small small_prs diffs? explain explaining`)

/** What an agent is told to do with the code at hand. */
export const work =
  oneOf(`add write fix make(?!_sure) create rename run implement update remove delete refactor
  move change show find explain check look plan set build bump generate put tell give port file open
  commit push install uninstall upgrade downgrade format lint test deploy restart translate summarise
  summarize review read see compare list draft convert replace extract split merge rebase squash
  amend adjust apply redo undo revert continue go finish do try use scaffold regenerate load flush
  clean debug investigate figure search grep print log wire hook cut close mock align debounce
  document simplify optimise optimize sort rewrite implement integrate import export fetch download
  turn switch start kill wait ignore hold ship reword sync tidy pin
  consolidate evaluate ensure enhance address consider provide organize organise allow research
  analyse analyze design retry work handle mark call pass increase decrease raise lower double drop`)

/** How things are, rather than what happens to them. */
export const stative =
  oneOf(`is are isn't aren't has have hasn't doesn't don't can't lives? runs? uses? owns?
  goes go comes? stays? needs? takes? gives? gets? leaves? expects? allows? accepts? supports?
  requires? belongs? listens? points? reads? writes? sits? keeps? sends? talks? handles? follows?
  works? returns? costs? ships? counts? stores? holds? means? starts? ends? fails? breaks? hangs? dies
  checks? reviews? approves? leads? maintains? deploys? releases? rotates? expires? limits? blocks?`)
