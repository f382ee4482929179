import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { setSettingText } from '../src/home/config.ts'
import { type CallOperation, openOperations } from './support/core/call-operations.ts'
import { filesWith } from './support/homes/files-with.ts'

let call: CallOperation
let root: string
beforeEach(async () => {
  ;({ call, root } = await openOperations())
})

const store = async (content: string, kind = 'fact') =>
  (await call('storeMemory', { content, kind, scope: 'global', trust: 'user' })).memory

const fileOf = (path: string) => join(root, 'wiki', 'global', path)

/** The page that has this statement. */
async function pageWith(text: string) {
  const { pages } = await call('getWiki', { global: true })
  for (const { path } of pages) {
    const page = await call('getWikiPage', { global: true, path })
    if (page.statements.some((statement) => statement.text === text)) return page
  }
  throw new Error(`no page says ${text}`)
}

describe('a wiki', () => {
  test('lists its pages, and writes them to the home folder', async () => {
    await store('Cart totals are kept in cents')
    await store('Always write tests first', 'rule')
    const wiki = await call('getWiki', { global: true })
    expect(wiki).toMatchObject({ id: 'global', location: join(root, 'wiki', 'global') })
    expect(wiki.pages.map(({ path }) => path)).toContain('index.md')
    expect(wiki.pages.reduce((sum, { statements }) => sum + statements, 0)).toBe(2)
    const page = await pageWith('Cart totals are kept in cents')
    expect(readFileSync(fileOf(page.path), 'utf8')).toBe(page.text)
  })

  test('shows a page with its links, what links to it and what it said before', async () => {
    const { id } = await store('The `cartLedger` keeps cents')
    await call('updateMemory', { id, content: 'The `cartLedger` keeps euros' })
    await call('updateMemory', { id, importance: 0.9 })
    for (const part of ['rows', 'taxes']) await store(`The \`cartLedger\` keeps ${part}`)
    await store('Totals come from `cartLedger`, because sums drift', 'decision')
    const page = await pageWith('The `cartLedger` keeps euros')
    expect(page.backLinks).toEqual([
      {
        path: 'decisions/totals-come-from-cartledger-because-sums-drift.md',
        title: 'Totals come from cartLedger, because sums drift',
      },
    ])
    expect(page.statements[0]).toMatchObject({ memoryId: id, isConflict: false })
    const own = page.history.filter(({ memoryId }) => memoryId === id)
    expect(own.map(({ content, isCurrent }) => [content, isCurrent])).toEqual([
      ['The `cartLedger` keeps euros', true],
      ['The `cartLedger` keeps cents', false],
    ])
  })

  test('saves an edited page: the memory changes, and can be read back', async () => {
    const { id } = await store('Cart totals are kept in cents')
    const page = await pageWith('Cart totals are kept in cents')
    const text = page.text.replace('cents', 'euros')
    const given = { global: true, path: page.path, text, basedOn: page.hash }
    const saved = await call('saveWikiPage', given)
    expect(saved.changes).toMatchObject([{ what: 'revised', memoryId: id, content: /euros/ }])
    expect(saved.page?.text).toContain('in euros')
    expect((await call('getMemory', { id })).content).toBe('Cart totals are kept in euros')
  })

  test('saves nothing if the page changed meanwhile', async () => {
    await store('Cart totals are kept in cents')
    const page = await pageWith('Cart totals are kept in cents')
    writeFileSync(fileOf(page.path), page.text.replace('cents', 'pence'))
    const given = { global: true, path: page.path, text: '', basedOn: page.hash }
    await expect(call('saveWikiPage', given)).rejects.toThrow('has changed since')
    expect(readFileSync(fileOf(page.path), 'utf8')).toContain('pence')
  })

  test.each(['../x.md', '/etc/passwd', 'a/../../b.md'])('has no page %s', async (path) => {
    await store('Cart totals are kept in cents')
    const given = { global: true, path, text: 'x', basedOn: '' }
    await expect(call('getWikiPage', { global: true, path })).rejects.toThrow('is not a page')
    await expect(call('saveWikiPage', given)).rejects.toThrow('is not a page')
  })

  test('shows what waits, before and after a build', async () => {
    await store('Cart totals are kept in cents')
    expect((await call('wikiStatus')).wikis).toMatchObject([{ id: 'global', pages: 0, waiting: 1 }])
    const { wikis } = await call('buildWiki', { all: true })
    expect(wikis[0]?.written).toHaveLength(2)
    expect((await call('wikiStatus')).wikis).toMatchObject([
      { id: 'global', pages: 2, statements: 1, waiting: 0, edited: [] },
    ])
    const page = await pageWith('Cart totals are kept in cents')
    writeFileSync(fileOf(page.path), page.text.replace('cents', 'pence'))
    await store('Tax is added at the end')
    expect((await call('wikiStatus')).wikis).toMatchObject([{ waiting: 1, edited: [page.path] }])
  })

  test('shows what a build would do, and does nothing', async () => {
    const { id } = await store('Cart totals are kept in cents')
    const page = await pageWith('Cart totals are kept in cents')
    const edited = page.text.replace('cents', 'pence')
    writeFileSync(fileOf(page.path), edited)
    await store('Always write tests first', 'rule')
    const { edits, pages } = await call('diffWiki', { global: true })
    expect(edits).toMatchObject([{ what: 'revise', before: /cents/, after: /pence/ }])
    expect(pages.length).toBeGreaterThan(0)
    expect((await call('getMemory', { id })).content).toBe('Cart totals are kept in cents')
    expect(readFileSync(fileOf(page.path), 'utf8')).toBe(edited)
  })

  test('can be switched off', async () => {
    setSettingText(join(root, 'config.json'), 'wiki.enabled', 'false')
    await expect(call('getWiki', { global: true })).rejects.toThrow('the wiki is switched off')
    expect((await call('wikiStatus')).isEnabled).toBe(false)
  })

  test('warns about an unknown time zone', async () => {
    setSettingText(join(root, 'config.json'), 'wiki.timeZone', 'Mars/Base')
    const { warnings } = await call('wikiStatus')
    expect(warnings).toEqual([expect.stringContaining('"Mars/Base" is not a time zone')])
  })
})

describe('where a person puts a statement', () => {
  const deploy = ['is slow', 'needs Node 22', 'uploads to staging'].map(
    (n) => `scripts/deploy.sh ${n}`,
  )
  const build = ['runs twice', 'needs Python', 'writes to dist'].map((n) => `scripts/build.sh ${n}`)
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(fileOf(path), change(readFileSync(fileOf(path), 'utf8')))

  beforeEach(async () => {
    for (const content of [...deploy, ...build]) await store(content)
    await call('buildWiki', { global: true })
  })

  test('there it stays: a new one', async () => {
    edit('concepts/deploy-sh.md', (text) => `${text}- Releases are cut from main only\n`)
    await call('buildWiki', { global: true })
    expect((await pageWith('Releases are cut from main only')).path).toBe('concepts/deploy-sh.md')
  })

  test('there it stays: one that was moved, with its id', async () => {
    const { path, statements } = await pageWith('scripts/build.sh needs Python')
    const { anchor = '' } = statements.find(({ text }) => text.endsWith('Python')) ?? {}
    const line = new RegExp(`^- .*\\^${anchor}\\n`, 'm')
    const moved = line.exec(readFileSync(fileOf(path), 'utf8'))?.[0] ?? ''
    edit(path, (text) => text.replace(moved, ''))
    edit('concepts/deploy-sh.md', (text) => text + moved)
    const { wikis } = await call('buildWiki', { global: true })
    expect(wikis[0]?.changes).toMatchObject([{ what: 'revised', anchor }])
    const page = await pageWith('scripts/build.sh needs Python')
    expect(page.path).toBe('concepts/deploy-sh.md')
    expect(page.statements.map((statement) => statement.anchor)).toContain(anchor)
  })
})

describe('what is erased for good', () => {
  const secret = 'We chose Quaggadb over Postgres for the ledger'
  const traces = () => [
    ...filesWith(join(root, 'wiki'), 'uaggadb'),
    ...readdirSync(join(root, 'wiki'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /quagga/i.test(name),
    ),
  ]
  beforeEach(async () => {
    await store('Cart totals are kept in cents')
  })

  test('is on no page, in no name of a page and not in the log', async () => {
    const { id } = await store(secret, 'decision')
    await call('buildWiki', { global: true })
    expect(traces()).not.toEqual([])
    await call('forgetMemory', { id, now: true })
    expect(traces()).toEqual([])
    expect((await call('getWiki', { global: true })).pages.length).toBeGreaterThan(0)
  })

  test('is in no kept answer: its line goes, and a page that cites nothing else', async () => {
    const { id } = await store(secret, 'decision')
    await store('The ledger is closed every night')
    const ask = (question: string) => call('queryWiki', { global: true, question, keep: true })
    expect((await ask('Why Quaggadb over Postgres?')).citations).toHaveLength(1)
    const { keptAs = '' } = await ask('Which ledger?')
    expect(readFileSync(fileOf(keptAs), 'utf8')).toContain('Quaggadb')
    await call('forgetMemory', { id })
    await call('buildWiki', { global: true })
    expect(traces()).not.toEqual([])
    await call('restoreMemory', { id })
    await call('forgetMemory', { id, now: true })
    expect(traces()).toEqual([])
    expect(readFileSync(fileOf(keptAs), 'utf8')).toContain('The ledger is closed every night')
    expect((await call('diffWiki', { global: true })).edits).toEqual([])
  })

  test('nor is what is cleared, even while the wiki is off', async () => {
    await store(secret, 'decision')
    await call('buildWiki', { global: true })
    setSettingText(join(root, 'config.json'), 'wiki.enabled', 'false')
    await call('clearMemories', { kind: 'decision', scope: 'global', now: true, confirm: true })
    expect(traces()).toEqual([])
  })

  test('nor is a text that is removed from everything, in own prose too', async () => {
    await store(secret, 'decision')
    await store('Cart totals go to Quaggadb at night')
    const page = await pageWith('Cart totals go to Quaggadb at night')
    const text = page.text.replace(/^# .*$/m, (title) => `${title}\n\nAsk the Quaggadb team.`)
    await call('saveWikiPage', { global: true, path: page.path, text, basedOn: page.hash })
    const { places } = await call('purgeText', { text: 'Quaggadb', confirm: true })
    expect(places).toContainEqual({ place: 'wiki pages', count: expect.any(Number) })
    expect(traces()).toEqual([])
    const { memories } = await call('listMemories', { scope: 'global' })
    expect(memories.map(({ content }) => content)).toContain(
      'Cart totals go to [redacted:purged] at night',
    )
    expect((await call('wikiStatus')).wikis[0]?.conflicts).toEqual([])
  })
})

test('a damaged state is reported by doctor and wiki status, and nothing is lost', async () => {
  await store('Cart totals are kept in cents')
  await call('buildWiki', { global: true })
  writeFileSync(join(root, 'wiki', '.state', 'global.json'), '{')
  const { wikis } = await call('buildWiki', { global: true })
  expect(wikis[0]).toMatchObject({ changes: [], written: [], removed: [] })
  const [file = ''] = (await call('wikiStatus')).movedAside
  expect(file).toContain('global.json.corrupt-')
  const { checks } = await call('checkHealth')
  expect(checks).toContainEqual(
    expect.objectContaining({
      subject: 'wiki',
      state: 'warn',
      detail: `a damaged state was moved to ${file}`,
    }),
  )
})
