import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { waitFor } from '../../../test/support/homes/world.ts'
import { watchPages } from './pages.ts'

let root: string
let seen: string[]
beforeEach(() => {
  root = makeTemporaryFolder()
  seen = []
})

const inRoot = (...parts: string[]) => join(root, ...parts)

function save(wiki: string, name: string, text = 'A page'): void {
  mkdirSync(inRoot(wiki, 'concepts'), { recursive: true })
  writeFileSync(inRoot(wiki, 'concepts', name), text)
}

function start(): void {
  const watcher = watchPages(root, (folder) => seen.push(folder))
  onTestFinished(() => watcher.close())
}

const isSeen = (wiki: string) => waitFor(`a change of ${wiki}`, () => seen.includes(wiki))

/** After the watch has caught up with everything before. */
async function settle(): Promise<void> {
  save('last', `page-${seen.length}.md`)
  await isSeen('last')
  seen = seen.filter((wiki) => wiki !== 'last')
}

describe('a watch', () => {
  test('sees a page that is edited, new, removed or in a new folder', async () => {
    save('shop', 'cart.md')
    save('last', 'first.md')
    start()
    for (const change of [
      () => save('shop', 'cart.md', 'Other words'),
      () => save('shop', 'new.md'),
      () => rmSync(inRoot('shop', 'concepts', 'new.md')),
      () => mkdirSync(inRoot('shop', 'guides')),
      () => writeFileSync(inRoot('shop', 'guides', 'start.md'), 'Start'),
    ]) {
      seen = []
      change()
      await isSeen('shop')
    }
  })

  test('follows a wiki to its new name', async () => {
    save('shop', 'cart.md')
    save('last', 'first.md')
    start()
    renameSync(inRoot('shop'), inRoot('store'))
    await isSeen('store')
    await settle()
    seen = []
    save('store', 'cart.md', 'Other words')
    await isSeen('store')
  })

  test('says nothing of files that builds write on the way', async () => {
    save('shop', 'cart.md')
    save('last', 'first.md')
    start()
    await settle()
    writeFileSync(inRoot('shop', 'concepts', '.cart.md.12.1.tmp'), 'Half')
    await settle()
    expect(seen).toEqual([])
  })

  test.runIf(process.platform === 'linux')('takes one inotify watch per folder', () => {
    for (let n = 0; n < 50; n += 1) save('shop', `page-${n}.md`)
    const before = countWatches()
    start()
    // The root, the wiki and its folder of concepts.
    expect(countWatches() - before).toBe(3)
  })
})

/** Of this process, on Linux. */
function countWatches(): number {
  const infos = readdirSync('/proc/self/fdinfo').flatMap((name) => {
    try {
      return [readFileSync(join('/proc/self/fdinfo', name), 'utf8')]
    } catch {
      return []
    }
  })
  return infos.join('\n').match(/^inotify wd:/gm)?.length ?? 0
}
