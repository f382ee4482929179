import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type CallOperation, openOperations } from './support/core/call-operations.ts'
import { filesWith } from './support/homes/files-with.ts'
import { makeTemporaryFolder } from './support/homes/temporary-folder.ts'
import { makeClone } from './support/homes/world.ts'

let call: CallOperation
let root: string
beforeEach(async () => {
  ;({ call, root } = await openOperations())
})

/** A project with one memory and a wiki. */
async function addProject(name: string, content: string): Promise<string> {
  const folder = makeClone(makeTemporaryFolder(), `https://github.com/acme/${name}.git`)
  await call('storeMemory', { content, folder, trust: 'user' })
  await call('buildWiki', { project: name })
  return name
}

const inWiki = (...parts: string[]) => join(root, 'wiki', ...parts)
const folders = () => readdirSync(inWiki()).filter((name) => !name.startsWith('.'))
const rename = (project: string, name: string) => call('renameProject', { project, name })
const contents = async (project: string) =>
  (await call('listMemories', { project })).memories.map(({ content }) => content)

/** The file of the wiki that says this. */
function fileWith(folder: string, text: string): string {
  const names = readdirSync(inWiki(folder), { recursive: true, encoding: 'utf8' })
  const found = names.find(
    (name) =>
      /concepts.*\.md$/.test(name) && readFileSync(inWiki(folder, name), 'utf8').includes(text),
  )
  if (found === undefined) throw new Error(`no page of ${folder} says ${text}`)
  return inWiki(folder, found)
}

function edit(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

test('a renamed project keeps its pages, with edits and the user’s own pages', async () => {
  await addProject('shop', 'Cart totals are kept in cents')
  edit(fileWith('shop', 'cents'), 'kept in cents', 'kept in euros')
  mkdirSync(inWiki('shop', 'notes'))
  writeFileSync(inWiki('shop', 'notes', 'plan.md'), '# Plan\n\nAsk Ada.\n')
  await rename('shop', 'Store')
  expect(folders()).toEqual(['store'])
  expect((await call('wikiStatus')).wikis.flatMap(({ edited }) => edited)).not.toEqual([])
  const { wikis } = await call('buildWiki', { project: 'Store' })
  expect(wikis[0]?.changes).toContainEqual(expect.objectContaining({ what: 'revised' }))
  expect(wikis[0]?.location).toBe(inWiki('store'))
  expect(await contents('Store')).toContain('Cart totals are kept in euros')
  expect(readFileSync(inWiki('store', 'notes', 'plan.md'), 'utf8')).toContain('Ask Ada.')
})

test('two projects that swap their names swap their folders', async () => {
  await addProject('shop', 'Cart totals are kept in cents')
  await addProject('bank', 'Accounts are closed by hand')
  await rename('shop', 'for-now')
  await rename('bank', 'shop')
  await rename('for-now', 'bank')
  await call('buildWiki', { all: true })
  expect(folders().toSorted()).toEqual(['bank', 'shop'])
  expect(existsSync(fileWith('bank', 'Cart totals'))).toBe(true)
  expect(existsSync(fileWith('shop', 'Accounts are closed'))).toBe(true)
  expect(await contents('bank')).toEqual(['Cart totals are kept in cents'])
})

test('a folder that already has the name is kept under another, and not read', async () => {
  await addProject('shop', 'Cart totals are kept in cents')
  mkdirSync(inWiki('store'))
  writeFileSync(inWiki('store', 'mine.md'), '# Mine\n\n- Something else\n')
  await rename('shop', 'store')
  await call('buildWiki', { project: 'store' })
  expect(folders().toSorted()).toEqual(['store', 'store.former-1'])
  expect(await contents('store')).toEqual(['Cart totals are kept in cents'])
})

test('the pages of a merged project go; edits and own pages are in the other wiki', async () => {
  await addProject('shop', 'Cart totals are kept in cents')
  await addProject('bank', 'Accounts are closed by hand')
  edit(fileWith('shop', 'cents'), 'kept in cents', 'kept in euros')
  const note = '# Plan\n\nAsk Ada.\n'
  writeFileSync(inWiki('shop', 'plan.md'), note)
  writeFileSync(inWiki('bank', 'plan.md'), '# Plan\n\nAsk Grace.\n')
  await call('mergeProjects', { from: 'shop', into: 'bank' })
  expect(folders()).toEqual(['bank'])
  expect(readFileSync(inWiki('bank', 'plan-shop.md'), 'utf8')).toBe(note)
  const { wikis } = await call('buildWiki', { project: 'bank' })
  expect(wikis[0]?.changes).toEqual([])
  expect((await contents('bank')).toSorted()).toEqual([
    'Accounts are closed by hand',
    'Cart totals are kept in euros',
  ])
  expect(existsSync(fileWith('bank', 'kept in euros'))).toBe(true)
  const { memories } = await call('listMemories', { project: 'bank' })
  const { id = '' } = memories.find(({ content }) => content.includes('euros')) ?? {}
  await call('forgetMemory', { id, now: true })
  expect(filesWith(inWiki(), 'kept in euros')).toEqual([])
})

test('a project that is split off again gets its pages back', async () => {
  await addProject('shop', 'Cart totals are kept in cents')
  await addProject('bank', 'Accounts are closed by hand')
  await call('mergeProjects', { from: 'shop', into: 'bank' })
  await call('buildWiki', { all: true })
  await call('unmergeProject')
  await call('buildWiki', { all: true })
  expect(existsSync(fileWith('shop', 'kept in cents'))).toBe(true)
  expect(await contents('bank')).toEqual(['Accounts are closed by hand'])
})
