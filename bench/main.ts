/** `npm run bench -- NAME`: each benchmark prints its figures and the ratios that matter. */
import { parseArgs } from 'node:util'

const usage = `usage: npm run bench -- hook|context|ingest|redaction|cold-start|holds|wiki [--json]
       npm run bench -- recall --suite locomo|longmemeval|coding|sde --data FILE [--embeddings FOLDER] [--store postgres] [--json]
       npm run bench -- history --data FOLDER --repository FOLDER [--commits 100000] [--json]
       npm run bench -- commit-decisions --repository FOLDER [--json]
       npm run bench -- learning --data FILE --labels FILE [--source NAME] [--misses] [--dump FILE] [--replies FILE [--requests FOLDER]] [--json]
       npm run bench -- moments --data FILE [--labels FILE [--store-labels]] [--source NAME] [--out FILE] [--json]
       npm run bench -- needs --data FILE --labels FILE --needs FILE [--store must|all | --replies FILE] [--source NAME] [--misses] [--out FILE] [--json]
       npm run bench -- relations --data FILE --labels FILE [--embeddings FOLDER] [--misses] [--json]
       npm run bench -- guards --data FILE --labels FILE [--source NAME] [--misses] [--json]
       npm run bench -- import [--megabytes 100] [--json]
       npm run bench -- scale [--sizes 1000,10000] [--json]
       npm run bench -- soak [--minutes 10] [--json]
       npm run bench -- team [--minutes 5] [--developers 500] [--memories 100000] [--organisations 200] [--against CHECKOUT] [--json]
       npm run bench -- peers --peers FOLDER --suite locomo|longmemeval|coding --data FILE [--stores 10] [--only NAME,…] [--node FILE] [--out FILE] [--json]
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    suite: { type: 'string', default: '' },
    data: { type: 'string', default: '' },
    embeddings: { type: 'string' },
    labels: { type: 'string', default: '' },
    needs: { type: 'string', default: '' },
    source: { type: 'string' },
    dump: { type: 'string' },
    replies: { type: 'string' },
    requests: { type: 'string' },
    out: { type: 'string' },
    store: { type: 'string' },
    'store-labels': { type: 'boolean', default: false },
    repository: { type: 'string', default: '' },
    commits: { type: 'string', default: '100000' },
    sizes: { type: 'string' },
    megabytes: { type: 'string', default: '100' },
    minutes: { type: 'string' },
    developers: { type: 'string', default: '500' },
    memories: { type: 'string', default: '100000' },
    organisations: { type: 'string', default: '200' },
    against: { type: 'string' },
    peers: { type: 'string', default: '' },
    stores: { type: 'string', default: '10' },
    only: { type: 'string' },
    node: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
})
const { json, suite, data } = values

const benchmarks: Record<string, () => Promise<void>> = {
  hook: async () => (await import('./hook.ts')).run({ json }),
  context: async () => (await import('./context.ts')).run({ json }),
  ingest: async () => (await import('./ingest.ts')).run({ json }),
  redaction: async () => (await import('./redaction.ts')).run({ json }),
  'cold-start': async () => (await import('./cold-start.ts')).run({ json }),
  holds: async () => (await import('./holds.ts')).run({ json }),
  wiki: async () => (await import('./wiki/run.ts')).run({ json }),
  async recall() {
    const { run, suites, stores } = await import('./recall.ts')
    const known = suites.find((name) => name === suite)
    const store = stores.find((name) => name === (values.store ?? 'sqlite'))
    const isPossible = store === 'sqlite' || (known === 'locomo' && !values.embeddings)
    if (!known || !store || !isPossible || data === '') return explain()
    await run({ suite: known, data, embeddings: values.embeddings, store, json })
  },
  async history() {
    const { repository, commits } = values
    if (data === '' || repository === '' || !(Number(commits) > 0)) return explain()
    await (await import('./history.ts')).run({ data, repository, commits: Number(commits), json })
  },
  async 'commit-decisions'() {
    const { repository } = values
    if (repository === '') return explain()
    await (await import('./commit-decisions.ts')).run({ repository, json })
  },
  async learning() {
    const { labels, source, misses, dump, replies, requests } = values
    if (data === '' || labels === '') return explain()
    const { run } = await import('./learning/run.ts')
    await run({ data, labels, source, misses, dump, replies, requests, json })
  },
  async moments() {
    const { labels: given, source, out, 'store-labels': storesLabels } = values
    const labels = given === '' ? undefined : given
    if (data === '' || (storesLabels && labels === undefined)) return explain()
    const { run } = await import('./moments/run.ts')
    await run({ data, labels, source, storesLabels, out, json })
  },
  async needs() {
    const { labels, needs, replies, source, misses, out } = values
    const store = (['must', 'all'] as const).find((each) => each === (values.store ?? 'must'))
    if (data === '' || labels === '' || needs === '' || !store) return explain()
    const { run } = await import('./needs/run.ts')
    await run({ data, labels, needs, store, replies, source, misses, out, json })
  },
  async relations() {
    const { labels, embeddings, misses } = values
    if (data === '' || labels === '') return explain()
    await (await import('./relations.ts')).run({ data, labels, embeddings, misses, json })
  },
  async guards() {
    const { labels, source, misses } = values
    if (data === '' || labels === '') return explain()
    const { run } = await import('./guards/run.ts')
    await run({ data, labels, source, misses, json })
  },
  import: async () =>
    (await import('./import/run.ts')).run({ json, megabytes: Number(values.megabytes) }),
  async team() {
    const { run } = await import('./team/run.ts')
    const [minutes, developers] = [Number(values.minutes ?? 5), Number(values.developers)]
    const [memories, organisations] = [Number(values.memories), Number(values.organisations)]
    const { against } = values
    await run({ json, minutes, developers, memories, organisations, against })
  },
  async peers() {
    const { run } = await import('./peers/run.ts')
    const { workSuites } = await import('./peers/work.ts')
    const known = workSuites.find((name) => name === suite)
    const stores = Number(values.stores)
    if (known === undefined || data === '' || values.peers === '' || !(stores > 0)) return explain()
    const { peers, node, out } = values
    await run({ peers, suite: known, data, stores, only: values.only?.split(','), node, out, json })
  },
  soak: async () =>
    (await import('./soak/run.ts')).run({ json, minutes: Number(values.minutes ?? 10) }),
  async scale() {
    const sizes = values.sizes?.split(',').map(Number)
    await (await import('./scale.ts')).run({ json, ...(sizes && { sizes }) })
  },
}

await (benchmarks[positionals[0] ?? ''] ?? explain)()

async function explain(): Promise<void> {
  process.stderr.write(usage)
  process.exitCode = 2
}
