import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/hermetic/long-run.ts'
import { failingAfter, Killed, quickWikiDisk } from '../../../../test/support/core/failing-disk.ts'
import { type Memories, openMemories } from '../../../../test/support/core/memories.ts'
import { createRandom } from '../../../../test/support/core/random.ts'
import {
  compileByFirstWord,
  openWikiWorld,
  type WikiWorld,
} from '../../../../test/support/core/wiki.ts'
import { correctMemory } from '../../memory/change-memory.ts'
import { forgetMemory } from '../../memory/forget-memory.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import { renderPage } from '../format/render-page.ts'

/**
 * Two sides change the same statements at random: memories by commands, pages by hand. Every wording
 * has a token of its own. A wording that nobody replaced or removed must be there in the end, and one
 * that was must be gone. Only what is taken from the pages of a build that was cut short may come
 * back: it may stand on another page, or the build had not written it yet.
 */
async function createPlay(seed: number, memories: Memories) {
  const world = await openWikiWorld({ memories, project: `project-${seed}` })
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const wordings = new Set<string>()
  const replaced = new Set<string>()
  const doubtful = new Set<string>()
  const prose = new Set<string>()
  let isCutShort = false
  let tokens = 0
  let removals = 0

  const token = (letter: string) => `${letter}${seed}x${++tokens}q`
  const tokensIn = (text: string) => text.match(/t\d+x\d+q/g) ?? []

  function wording(): string {
    const word = token('t')
    wordings.add(word)
    const words = Array.from({ length: 4 }, () => pick(vocabulary))
    return `${pick(topics)} ${word} ${words.join(' ')}`
  }

  const pages = () => pagesIn(world.root)
  const blocks = () =>
    pages().flatMap(([path, text]) =>
      text.split('\n').flatMap((line) => {
        const [, anchor, side] = /^- .*\^([0-9a-f]{10})(-page)?$/.exec(line) ?? []
        return anchor === undefined ? [] : [{ path, line, anchor, isConflict: side !== undefined }]
      }),
    )
  const save = (path: string, text: string) => writeFileSync(join(world.root, path), text)
  const replaceLine = (path: string, line: string, others: readonly string[]) => {
    const text = readFileSync(join(world.root, path), 'utf8')
    save(
      path,
      text
        .split('\n')
        .flatMap((each) => (each === line ? others : [each]))
        .join('\n'),
    )
  }

  const takeAway = (line: string) => {
    for (const each of tokensIn(line)) (isCutShort ? doubtful : replaced).add(each)
  }

  /** One whose item still waits on a page without its anchor may come back from there. */
  async function settledMemories(): Promise<Memory[]> {
    const waiting = pages().flatMap(([, text]) =>
      text.split('\n').flatMap((line) => (/\^[0-9a-f]{10}/.test(line) ? [] : tokensIn(line))),
    )
    return (await world.all()).filter(
      ({ content }) => !waiting.includes(tokensIn(content)[0] ?? ''),
    )
  }

  const acts: Readonly<Record<string, () => Promise<void> | void>> = {
    async storeMemory() {
      await world.write({ content: wording() })
    },
    async reviseMemory() {
      const memory = pick(await settledMemories())
      if (!memory) return
      for (const each of tokensIn(memory.content)) replaced.add(each)
      const correction = { content: wording(), trust: 'user' as const }
      world.clock.advance(1_000)
      const at = world.clock.now().toISOString()
      await world.store.transaction((tx) => correctMemory(tx, memory, correction, world.ports, at))
    },
    async forgetMemory() {
      const memory = pick(await settledMemories())
      if (!memory) return
      for (const each of tokensIn(memory.content)) replaced.add(each)
      world.clock.advance(1_000)
      const at = world.clock.now().toISOString()
      await world.store.transaction((tx) => forgetMemory(tx, memory.id, at, { now: false }))
    },
    reword() {
      const block = pick(blocks())
      if (!block) return
      takeAway(block.line)
      const mark = block.isConflict ? "**Conflict, the page's version:** " : ''
      const end = block.isConflict
        ? `^${block.anchor}-page`
        : `*(fact, 2026-01-02)* ^${block.anchor}`
      replaceLine(block.path, block.line, [`- ${mark}${wording()} ${end}`])
    },
    removeBlock() {
      const block = pick(blocks())
      if (!block || removals >= 4) return
      removals += 1
      const copies = blocks().filter(
        ({ anchor, isConflict }) => anchor === block.anchor && isConflict === block.isConflict,
      )
      for (const { path, line } of copies) {
        takeAway(line)
        replaceLine(path, line, [])
      }
    },
    addItem() {
      const [path, text] = pick(pages().filter(([, text]) => text.includes('## Facts'))) ?? []
      if (path === undefined) return
      save(path, text?.replace('## Facts\n', () => `## Facts\n\n- ${wording()}`) ?? '')
    },
    moveBlock() {
      const block = pick(blocks().filter(({ isConflict }) => !isConflict))
      const [path, text] = pick(pages().filter(([, text]) => text.includes('## Facts'))) ?? []
      if (!block || path === undefined || path === block.path) return
      replaceLine(block.path, block.line, [])
      save(path, text?.replace('## Facts\n', () => `## Facts\n\n${block.line}`) ?? '')
    },
    writeProse() {
      const [path, text = ''] = pick(pages()) ?? []
      if (path === undefined) return
      const word = token('p')
      prose.add(word)
      save(
        path,
        text.replace(/^# .*$/m, (title) => `${title}\n\nA remark ${word}.`),
      )
    },
    async build() {
      await world.sync({}, quickWikiDisk)
      removals = 0
      isCutShort = false
    },
  }

  return {
    world,
    ...{ random, acts, tokensIn, wordings, replaced, doubtful, prose },
    async act(names: readonly string[]) {
      await acts[pick(names) ?? '']?.()
    },
    async buildUntilKilled() {
      const disk = failingAfter(Math.floor(random() * 12), random() < 0.5)
      await world.sync({}, disk).then(
        () => {
          removals = 0
          isCutShort = false
        },
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error
          isCutShort = true
        },
      )
    },
    /** Twice, since the first may have to take in edits; the second must find nothing to do. */
    async settle() {
      await world.sync({}, quickWikiDisk)
      const { written, removed, changes } = await world.sync({}, quickWikiDisk)
      expect({ written, removed, changes }).toEqual({ written: [], removed: [], changes: [] })
    },
  }
}

const topics = ['Cart', 'Tax', 'Stock', 'Search']
const vocabulary =
  'river copper violin harbour engine lantern walnut marble thunder saddle orchid canvas'.split(' ')

function pagesIn(root: string): [string, string][] {
  if (!existsSync(root)) return []
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.md') && name !== 'log.md' && !name.includes('.tmp'))
    .toSorted()
    .map((name) => [name, readFileSync(join(root, name), 'utf8')])
}

const isStatement = (line: string) => /^- .*\^[0-9a-f]{10}$/.test(line)
const conflictOf = (line: string) => /^- .*\^([0-9a-f]{10})-page$/.exec(line)?.[1]

async function expectNothingLost(play: Awaited<ReturnType<typeof createPlay>>): Promise<void> {
  const { world, tokensIn, wordings, replaced, doubtful, prose } = play
  const lines = pagesIn(world.root).flatMap(([, text]) => text.split('\n'))
  const open = new Set(lines.flatMap((line) => conflictOf(line) ?? []))
  const memories = await world.all()
  const shown = new Set(tokensIn(lines.join('\n')))
  const lost = [...wordings].filter(
    (each) => !replaced.has(each) && !doubtful.has(each) && !shown.has(each),
  )
  expect(lost).toEqual([])
  const settled = memories.filter(({ id }) => !open.has(shortId(id)))
  const back = settled
    .flatMap(({ content }) => tokensIn(content))
    .filter((each) => replaced.has(each))
  expect(back).toEqual([])
  const text = lines.join('\n')
  expect([...prose].filter((each) => text.split(each).length !== 2)).toEqual([])
}

/** Without what people wrote beside statements. */
async function expectCleanBuild(world: WikiWorld): Promise<void> {
  const statements = (text: string) => text.split('\n').filter(isStatement)
  const clean = compileByFirstWord(await world.all())
  const expected = clean.map((page) => [page.path, statements(renderPage(page))])
  const found = pagesIn(world.root).map(([path, text]) => [path, statements(text)] as const)
  const named = new Set(clean.map(({ path }) => path))
  expect(found.filter(([path, lines]) => named.has(path) || lines.length > 0)).toEqual(expected)
  const index = clean.find(({ path }) => path === 'index.md')
  const listed = index
    ? renderPage(index)
        .split('\n')
        .filter((line) => line.startsWith('- '))
    : []
  expect((world.read('index.md') ?? '').split('\n')).toEqual(expect.arrayContaining(listed))
}

const bySides = ['storeMemory', 'reviseMemory', 'forgetMemory', 'reword', 'removeBlock', 'addItem']
const byHand = ['moveBlock', 'writeProse', 'reword']

test('random edits by two sides never lose a statement', async () => {
  const memories = await openMemories()
  for (let seed = 1; seed <= runsOf(12); seed += 1) {
    const play = await createPlay(seed, memories)
    for (let n = 0; n < 8; n += 1) await play.acts.storeMemory?.()
    await play.acts.build?.()
    for (let n = 0; n < 30; n += 1) await play.act([...bySides, ...byHand, 'build'])
    await play.settle()
    await expectNothingLost(play)
    await expectCleanBuild(play.world)
  }
}, 60_000)

test('any interleaving of builds, edits and kills ends in a clean build plus the edits', async () => {
  const memories = await openMemories()
  for (let seed = 101; seed <= 100 + runsOf(100); seed += 1) {
    const play = await createPlay(seed, memories)
    for (let n = 0; n < 6; n += 1) await play.acts.storeMemory?.()
    for (let n = 0; n < 14; n += 1) {
      if (play.random() < 0.35) await play.buildUntilKilled()
      else await play.act([...bySides, ...byHand, 'build'])
    }
    await play.settle()
    await expectNothingLost(play)
    await expectCleanBuild(play.world)
  }
}, 60_000)
