/** Two people with clones of one repository, whose wikis git merges. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Memory } from '../src/core/model/memory.ts'
import { sampled } from './hermetic/long-run.ts'
import { createRandom } from './support/core/random.ts'
import { openWikiClone, type WikiClone } from './support/core/repository-wiki.ts'
import { createGitSandbox, type GitSandbox } from './support/homes/git-sandbox.ts'

let sandbox: GitSandbox
beforeEach(() => {
  sandbox = createGitSandbox()
})
afterEach(() => sandbox.remove())

async function cloneTwice(): Promise<[WikiClone, WikiClone]> {
  const root = sandbox.makeRepository('ada', 'https://github.com/acme/shop.git')
  sandbox.git(sandbox.folder, 'clone', '--quiet', root, 'bob')
  return [
    await openWikiClone(root, '01900000-0000-7000-8000-00000000ada0'),
    await openWikiClone(sandbox.path('bob'), '01900000-0000-7000-8000-00000000b0b0'),
  ]
}

function commit({ root }: WikiClone): void {
  sandbox.git(root, 'add', '--all')
  sandbox.git(root, 'commit', '--quiet', '--allow-empty', '--message=wiki')
}

/** @throws at a conflict */
function merge(into: WikiClone, from: WikiClone): void {
  sandbox.git(into.root, 'fetch', '--quiet', from.root, 'main')
  sandbox.git(into.root, 'merge', '--quiet', '--no-edit', 'FETCH_HEAD')
}

const subjects = ['cart', 'tax', 'search-index', 'invoice', 'login', 'pdf-export']
const claims = ['is kept in cents', 'runs every night', 'reads `config.json`', 'needs a retry']
const kinds = ['fact', 'rule', 'decision', 'fix'] as const

/** What one person does between two merges, never to a statement of the other. */
async function work(clone: WikiClone, name: string, random: () => number): Promise<void> {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const own: Memory[] = []
  for (let step = 0; step < 3 + random() * 3; step += 1) {
    const target = random() < 0.3 ? pick(own) : undefined
    const number = Math.floor(random() * 100_000)
    const lines = random() < 0.3 ? `\n\nSee page ${number}:\n\`\`\`\nrun\n\`\`\`` : ''
    const content = `The ${pick(subjects)} of ${name} ${number} ${pick(claims)}${lines}`
    if (!target) own.push((await clone.learn(content, { kind: pick(kinds) })).memory)
    else {
      own.splice(own.indexOf(target), 1)
      if (random() < 0.5) await clone.forget(target)
      else await clone.reword(target, content)
    }
    if (random() < 0.4) {
      await clone.build()
      commit(clone)
    }
  }
  await clone.build()
  commit(clone)
}

const contents = (memories: readonly Memory[]) => memories.map(({ content }) => content).sort()

describe('random histories without a shared edit', () => {
  const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
  test.each(sampled(seeds, 3))(
    'are merged by git without conflict, and both have every statement (%i)',
    async (seed) => {
      const random = createRandom(seed)
      const [ada, bob] = await cloneTwice()
      for (let round = 0; round < 2; round += 1) {
        await work(ada, 'ada', random)
        await work(bob, 'bob', random)
        const learned = [...(await ada.memories()), ...(await bob.memories())]
        const all = [...new Set(contents(learned))]
        merge(ada, bob)
        await ada.build()
        commit(ada)
        merge(bob, ada)
        await bob.build()
        expect(bob.files()).toEqual(ada.files())
        commit(bob)
        merge(ada, bob)
        for (const each of [ada, bob]) {
          expect(contents([...(await each.memories()), ...(await each.candidates())])).toEqual(all)
        }
        for (const memory of await ada.candidates()) await ada.keep(memory)
        for (const memory of await bob.candidates()) await bob.keep(memory)
        expect((await ada.build()).written).toEqual([])
        expect((await bob.build()).written).toEqual([])
        expect(contents(await ada.memories())).toEqual(contents(await bob.memories()))
      }
    },
  )
})

test('one statement that both reword is merged, and each is asked about the other’s words', async () => {
  const [ada, bob] = await cloneTwice()
  const { memory } = await ada.learn('Prices are kept in cents')
  await ada.build()
  commit(ada)
  merge(bob, ada)
  await bob.build()
  const [candidate] = await bob.candidates()
  await bob.keep(candidate as Memory)
  await ada.reword(memory, 'Prices are kept in euros')
  const [kept] = await bob.memories()
  await bob.reword(kept as Memory, 'Prices are kept in pounds')
  for (const each of [ada, bob]) {
    await each.build()
    commit(each)
  }
  merge(ada, bob)
  merge(bob, ada)
  await ada.build()
  await bob.build()
  expect(contents(await ada.memories())).toEqual(['Prices are kept in euros'])
  expect(contents(await bob.memories())).toEqual(['Prices are kept in pounds'])
  const wanted = async ({ proposals }: WikiClone) =>
    (await proposals.waiting()).map((proposal) => proposal.wanted.content)
  expect(await wanted(ada)).toEqual(['Prices are kept in pounds'])
  expect(await wanted(bob)).toEqual(['Prices are kept in euros'])
})
