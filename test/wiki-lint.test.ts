import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CallOperation, openOperations } from './support/core/call-operations.ts'

let call: CallOperation
let root: string
beforeEach(async () => {
  ;({ call, root } = await openOperations())
})

const store = async (content: string, kind = 'fact') =>
  (await call('storeMemory', { content, kind, scope: 'global', trust: 'user' })).memory

const fileOf = (path: string) => join(root, 'wiki', 'global', path)
const read = (path: string) => readFileSync(fileOf(path), 'utf8')

function save(path: string, text: string): void {
  mkdirSync(dirname(fileOf(path)), { recursive: true })
  writeFileSync(fileOf(path), text)
}

const lint = async (fix = false) => call('lintWiki', { global: true, fix })
const findings = async () =>
  (await lint()).findings.map(({ kind, path, line }) => `${path}:${line} ${kind}`)

/** The page of the only statement. */
async function homePage(): Promise<string> {
  const { pages } = await call('getWiki', { global: true })
  return pages.find(({ statements }) => statements > 0)?.path ?? ''
}

describe('lint', () => {
  beforeEach(async () => {
    await store('Cart totals are kept in cents')
    await call('buildWiki', { global: true })
  })

  test('a wiki as it was built has no findings', async () => {
    expect(await findings()).toEqual([])
  })

  test('finds the same rule in other words, but not two rules about one thing', async () => {
    await store(
      'Before finishing a change run the formatter, the linter and the cart suite',
      'rule',
    )
    await store('After a change, run cart suite, formatter and linter', 'rule')
    await store('The linter must not be switched off in the cart', 'rule')
    await store(
      'Interactive suites call `runCart` with an answer function that reads and writes the terminal until its prompt appears; a helper keeps the timeouts, closes the shell and prints the transcript',
      'procedure',
    )
    await store('Read the terminal until the prompt appears', 'preference')
    await call('buildWiki', { global: true })
    const { findings } = await lint()
    expect(findings.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
      expect.stringMatching(
        /^duplicate: “After a change, run .*” may be the same rule as “Before .*” \(concepts\/.*:\d+\)/,
      ),
    ])
  })

  test('finds an item that is too long for a memory, which diff no longer offers', async () => {
    const home = await homePage()
    const long = `- ${'Very long. '.repeat(1_000)}`
    save(home, `${read(home)}${long}\n`)
    const [built] = (await call('buildWiki', { global: true })).wikis
    expect(built?.changes).toMatchObject([
      { what: 'refused', path: home, reason: expect.stringMatching(/too many.*split it into/) },
    ])
    const [again] = (await call('buildWiki', { global: true })).wikis
    expect(again?.changes).toEqual([])
    expect(await findings()).toEqual([expect.stringContaining('refused')])
    const { edits } = await call('diffWiki', { global: true })
    expect(edits).toMatchObject([
      { what: 'refused', path: home, reason: expect.stringContaining('too many') },
    ])
    save(home, read(home).replace(/^- Very long\. .*$/m, '- Very short.'))
    expect((await call('diffWiki', { global: true })).edits).toMatchObject([{ what: 'create' }])
  })

  test('finds links that lead nowhere, with page and line', async () => {
    const home = await homePage()
    save(
      'notes.md',
      `# Notes\n\nSee [[${home.slice(0, -3)}]].\nAnd [[nowhere|that]] and \`[[code]]\`.\n`,
    )
    expect(await findings()).toEqual(['notes.md:1 orphan', 'notes.md:4 broken-link'])
  })

  test('finds a link to a statement that is gone', async () => {
    const home = (await homePage()).slice(0, -3)
    save('notes.md', `# Notes\n\nSee [[${home}#^0123456789]].\n`)
    expect(await findings()).toContain('notes.md:3 broken-link')
  })

  test('repairs links: to the page whose name is meant, otherwise to plain words', async () => {
    save('guides/rate-limits.md', '# Rate limits\n\nOur own words.\n')
    save('notes.md', '# Notes\n\nSee [[Rate_Limits|limits]], [[nowhere|that]] and `[[code]]`.\n')
    expect((await lint(true)).fixed).toBe(2)
    expect(read('notes.md')).toContain('See [[guides/rate-limits|limits]], that and `[[code]]`.')
    expect(await findings()).toEqual(['notes.md:1 orphan'])
  })

  test('takes two brackets in a statement about code for code, and never changes a statement', async () => {
    await store('Mark it [[nodiscard]], see [[concepts/gone|there]]', 'rule')
    const { fixed, findings: found } = await lint(true)
    expect([fixed, found.map(({ what, canFix }) => [what, canFix])]).toEqual([
      0,
      [['[[concepts/gone]] leads to no page', false]],
    ])
  })

  test('finds front matter that cannot be read, and a page that is too long', async () => {
    save('broken.md', '---\ntitle: Broken\n\n# Never closed\n')
    save('long.md', `# Long\n\n${'A paragraph of our own.\n\n'.repeat(3_000)}`)
    const found = await findings()
    expect(found).toContain('broken.md:1 front-matter')
    expect(found).toContain('long.md:1 oversize')
  })

  test('finds statements that contradict each other, and where the other one is', async () => {
    await store('Always use tabs in Makefiles', 'rule')
    await store('Never use tabs in Makefiles', 'rule')
    const { findings: found } = await lint()
    expect(found.map(({ kind }) => kind)).toEqual(['contradiction'])
    expect(found[0]?.what).toMatch(/see concepts\/\S+\.md:\d+; throughline review$/)
  })
})

describe('a question', () => {
  beforeEach(async () => {
    await store('Cart totals are kept in cents')
    await store('The deploy script needs Node 22', 'procedure')
  })

  test('is answered by statements, with page and anchor', async () => {
    const { citations } = await call('queryWiki', {
      global: true,
      question: 'How are cart totals kept?',
    })
    expect(citations[0]).toMatchObject({ text: 'Cart totals are kept in cents' })
    expect(read(citations[0]?.path ?? '')).toContain(`^${citations[0]?.anchor}`)
  })

  test('that the wiki cannot answer has no citations and is not kept', async () => {
    const asked = { global: true, question: 'Which zebra sleeps?', keep: true }
    expect(await call('queryWiki', asked)).toMatchObject({ citations: [] })
    expect(await call('queryWiki', asked)).not.toHaveProperty('keptAs')
  })

  test('is not padded with statements that merely share a word with it', async () => {
    await store('The cart keeps the region of its warehouse')
    const { citations } = await call('queryWiki', {
      global: true,
      question: 'How are totals of the cart kept?',
    })
    expect(citations.map(({ text }) => text)).toEqual(['Cart totals are kept in cents'])
    const foreign = { global: true, question: 'Which script converts the invoice to PDF?' }
    expect((await call('queryWiki', foreign)).citations).toEqual([])
  })

  test('has no answer if the wiki lacks a word that says what is asked', async () => {
    await store('We use Vitest as the test framework of the cart')
    await store('A cart without rows is valid in src/cartProbe.ts')
    const ask = async (question: string) =>
      (await call('queryWiki', { global: true, question })).citations.map(({ text }) => text)
    expect(await ask('Which CSS framework do we use?')).toEqual([])
    expect(await ask('Why does the cartProbe test time out?')).toEqual([])
    expect(await ask('Which test framework do we use?')).toHaveLength(1)
    expect(await ask('Which Node version do I need?')).toEqual(['The deploy script needs Node 22'])
  })

  test('can be kept with its answer: a page with valid links, and no new memory', async () => {
    const asked = { global: true, question: 'How are cart totals kept?', keep: true }
    const { keptAs = '' } = await call('queryWiki', asked)
    expect(keptAs).toBe('questions/how-are-cart-totals-kept.md')
    await call('buildWiki', { global: true })
    expect(read(keptAs)).toMatch(
      /- Cart totals are kept in cents \(\[\[concepts\/\S+#\^\w+\|.+\]\]\)/,
    )
    expect((await call('countMemories', { scope: 'global' })).total).toBe(2)
    expect((await lint()).findings.filter(({ kind }) => kind === 'broken-link')).toEqual([])
    await expect(call('queryWiki', asked)).rejects.toMatchObject({ code: 'conflict' })
  })
})
