import { describe, expect, test } from 'vitest'
import {
  daysAgo,
  idOf,
  now,
  openContext,
  session,
  textsOf,
  topics,
} from '../../../../test/support/core/context.ts'
import { embedderOf } from '../../../../test/support/models/vectors.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { catchUpIndex } from '../../indexing/index-changes.ts'

describe('at the start of a session', () => {
  test('a project with a few memories gets them all, whatever they are about', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'The API runs on Fastify.' },
      { id: idOf(2), content: 'Invoices are numbered without gaps.' },
      { id: idOf(3), content: 'Prefers small pull requests.', scope: 'global' },
    ])
    const { lines, text } = await plan()
    expect(lines.map(({ section, id }) => [section, id])).toEqual([
      ['global', idOf(3)],
      ['project', idOf(2)],
      ['project', idOf(1)],
    ])
    expect(text).toContain('- [agent 10 d 0000000001] The API runs on Fastify.')
  })

  test('a memory is as old as what was said, whenever it was accepted or changed since', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'Said long ago.', validFrom: daysAgo(90), updatedAt: daysAgo(0) },
    ])
    expect((await plan()).text).toContain('- [agent 90 d 0000000001] Said long ago.')
  })

  test('pinned memories and rules come first, rules of the project before those of all', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'A fact.' },
      { id: idOf(2), content: 'A pinned fact.', pinned: true },
      { id: idOf(3), content: 'A rule of all projects.', kind: 'rule', scope: 'global' },
      { id: idOf(4), content: 'A rule of this project.', kind: 'rule' },
    ])
    const { lines } = await plan()
    expect(lines.map(({ section, text }) => `${section}: ${text}`)).toEqual([
      'pinned: A pinned fact.',
      'rules: A rule of this project.',
      'rules: A rule of all projects.',
      'project: A fact.',
    ])
  })

  test('nothing of another project, no superseded memory and nothing out of a tool', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'Of another project.', scopeId: 'p2' },
      { id: idOf(2), content: 'A rule of another project.', scopeId: 'p2', kind: 'rule' },
      { id: idOf(3), content: 'A rule out of a web page.', kind: 'rule', trust: 'tool' },
      { id: idOf(4), content: 'Out of a tool.', trust: 'tool', pinned: true },
      { id: idOf(5), content: 'No longer so.', validTo: daysAgo(1) },
      { id: idOf(6), content: 'Not so yet.', validFrom: '2026-04-01T00:00:00.000Z' },
    ])
    const { text, left } = await plan()
    expect(text).toBe('')
    expect(left.map(({ reason }) => reason)).toEqual([
      'comes from tool output',
      'comes from tool output',
    ])
  })

  test('the newest come first, then by importance and by what the branch and the changed files are', async () => {
    const { plan, store } = await openContext([
      { id: idOf(1), content: 'Reminders go out at noon.', updatedAt: daysAgo(40) },
      { id: idOf(2), content: 'Webhook signatures are checked raw.', updatedAt: daysAgo(50) },
      {
        id: idOf(3),
        content: 'Rows are streamed.',
        files: ['src/export.ts'],
        updatedAt: daysAgo(30),
      },
      { id: idOf(4), content: 'Photos are resized.', importance: 0.65, updatedAt: daysAgo(20) },
      { id: idOf(5), content: 'Orders are never deleted.', updatedAt: daysAgo(10) },
    ])
    await catchUpIndex(store)
    const { lines } = await plan({ branch: 'fix/webhook-retries', files: ['src/export.ts'] })
    expect(lines.map(({ id }) => id)).toEqual([2, 4, 5, 3, 1].map(idOf))
    expect(lines.map(({ reason }) => reason)).toEqual([
      'about webhook; 4 newer',
      '1 newer; important',
      'the newest',
      'about src/export.ts; 2 newer',
      '3 newer',
    ])
  })

  test('a large project still finds what its branch and files are about', async () => {
    const { plan, store } = await openContext([
      { id: idOf(999), content: 'The webhook retries in `poll.ts`.', updatedAt: daysAgo(300) },
      ...topics(90),
    ])
    await catchUpIndex(store)
    const work = { branch: 'webhook-again', files: ['src/poll.ts'] }
    expect(textsOf(await plan(work))).toContain('The webhook retries in `poll.ts`.')
    expect(textsOf(await plan())).not.toContain('The webhook retries in `poll.ts`.')
  })

  test('many rules leave room for preferences, corrections and the newest', async () => {
    const of = (kind: MemoryKind, from: number) =>
      topics(6, from).map((memory) => ({ ...memory, kind, updatedAt: daysAgo(90) }))
    const { plan } = await openContext([
      ...of('rule', 1),
      ...of('correction', 20),
      ...topics(6, 40),
    ])
    const kinds = (await plan()).lines.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual([
      ...Array(2).fill('correction'),
      ...Array(2).fill('fact'),
      ...Array(4).fill('rule'),
    ])
  })

  test('two memories that say nearly the same are one line, the newer one', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'Run the tests of the web shop with pnpm.', updatedAt: daysAgo(9) },
      {
        id: idOf(2),
        content: 'Please run all tests of the web shop with pnpm.',
        updatedAt: daysAgo(3),
      },
    ])
    const { lines, left } = await plan()
    expect(lines.map(({ id }) => id)).toEqual([idOf(2)])
    expect(left[0]?.reason).toBe('says nearly the same as 0000000002 (1 newer)')
  })

  describe('with vectors', () => {
    const fridays = { id: idOf(1), content: 'We ship on Fridays.', updatedAt: daysAgo(9) }
    const weekly = { id: idOf(2), content: 'The weekly deployment ends the week.' }
    const measured = embedderOf('test:all-MiniLM-L6-v2', /ship|deploy/i)

    test('of two memories that say nearly the same in other words the newer one is given', async () => {
      const { plan, embed } = await openContext([fridays, { ...weekly, updatedAt: daysAgo(3) }])
      expect((await plan()).lines).toHaveLength(2)
      await embed(measured)
      const { lines, left } = await plan()
      expect(lines.map(({ id }) => id)).toEqual([idOf(2)])
      expect(left[0]?.reason).toBe('says nearly the same as 0000000002 (1 newer)')
    })

    test('an older memory never takes the place of a newer one', async () => {
      const pinned = { ...fridays, pinned: true }
      const { plan, embed } = await openContext([pinned, { ...weekly, updatedAt: daysAgo(3) }])
      await embed(measured)
      expect((await plan()).lines.map(({ id }) => id)).toEqual([idOf(1), idOf(2)])
    })
  })

  test('a rule in the words of the moment gives way to what an agent stored of it', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'Never touch our light mode theme, it is great!', kind: 'rule' },
      {
        ...{ id: idOf(2), content: 'The light mode theme must not change.' },
        ...{ kind: 'rule', source: 'manual', updatedAt: daysAgo(30) },
      },
    ])
    expect(textsOf(await plan())).toEqual(['The light mode theme must not change.'])
  })

  describe('the last session of this branch', () => {
    const steps = [
      { turn: 1, signs: [], request: 'Send reminders by text message', result: 'Done.', cites: [] },
      { turn: 2, signs: ['change' as const], request: 'Test it', result: 'It fails.', cites: [] },
      { turn: 3, signs: [], request: 'Why?', result: 'The clock is mocked.', cites: [] },
    ]
    const open = [{ kind: 'failing' as const, text: '`pnpm test` fails', cites: [] }]
    const filesChanged = [{ path: 'src/reminders.ts', cites: [] }]

    test('is summarised in two lines if it changed files that are being changed', async () => {
      const { plan, addSession } = await openContext()
      const id = await addSession('earlier', { steps, open, filesChanged })
      expect((await plan()).text).toBe('')
      const { lines, text } = await plan({ files: ['src/reminders.ts'] })
      expect(textsOf({ lines })).toEqual([
        'Send reminders by text message → It fails.',
        'Open: `pnpm test` fails',
      ])
      expect(text).toContain(`Last session (59 d ago, session_get ${id}):\n- [agent] Send`)
    })

    test('takes what room memories leave', async () => {
      const { plan, addSession, keep } = await openContext(topics(7))
      await addSession('earlier', { steps, open, filesChanged })
      const sections = async () =>
        (await plan({ files: ['src/reminders.ts'] })).lines.map(({ section }) => section)
      expect((await sections()).filter((each) => each === 'last-session')).toHaveLength(1)
      await keep(topics(1, 8))
      expect(await sections()).not.toContain('last-session')
    })

    test('comes first on a branch of its own, whatever it changed', async () => {
      const { plan, addSession } = await openContext(topics(8))
      await addSession('earlier', { steps, open }, 'fix/reminders')
      const { lines } = await plan({ branch: 'fix/reminders' })
      expect(lines.filter(({ section }) => section === 'last-session')).toHaveLength(1)
      expect(lines.filter(({ beside }) => beside === undefined)).toHaveLength(8)
    })
  })

  test('a session gets nothing about itself', async () => {
    const { plan, addSession } = await openContext()
    const steps = [{ turn: 1, signs: [], request: 'Send reminders', cites: [] }]
    await addSession(session.hostSessionId, { steps })
    expect((await plan({ source: 'compact' })).text).toBe('')
  })

  test('a scope has its own limit, and what is left out says so', async () => {
    const { plan } = await openContext(
      [...Array(20).keys()].map((at) => ({
        ...{ id: idOf(at + 1), content: `Habit number ${at}.`, kind: 'preference' },
      })),
    )
    const { left } = await plan()
    expect(left[0]?.reason).toMatch(/^14 of its scope rank higher /)
  })

  test('a rule that was heard gives way to the correction that an agent stored of it', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'Please never touch the light mode theme!', kind: 'rule' },
      {
        ...{ id: idOf(2), content: 'The light mode theme must not change.' },
        ...{ kind: 'correction', source: 'manual', updatedAt: daysAgo(30) },
      },
    ])
    expect(textsOf(await plan())).toEqual(['The light mode theme must not change.'])
  })

  test('used memories come first, and what five sessions did not use comes last', async () => {
    const { plan, show, store } = await openContext([
      { id: idOf(1), content: 'Shown in vain.' },
      { id: idOf(2), content: 'Never shown.' },
      { id: idOf(3), content: 'Used.' },
    ])
    for (const host of ['a', 'b', 'c', 'd', 'e']) {
      await show([idOf(1), idOf(3)], { host, hostSessionId: 'other' })
    }
    const other = { host: 'a', hostSessionId: 'other' }
    await store.injections.markUsed(other, [{ memoryId: idOf(3), use: 'cited' }], now)
    const { lines } = await plan()
    expect(textsOf({ lines })).toEqual(['Used.', 'Never shown.', 'Shown in vain.'])
    expect(lines[2]?.reason).toContain('shown to 5 sessions, never used')
  })
})

describe('when a session continues', () => {
  const memories = [
    { id: idOf(1), content: 'Shown at the start.' },
    { id: idOf(2), content: 'Learned since.' },
  ]

  test('resumed, it gets only what it has not been shown', async () => {
    const { plan, show } = await openContext(memories)
    await show([idOf(1)])
    const { lines, left } = await plan({ source: 'resume' })
    expect(textsOf({ lines })).toEqual(['Learned since.'])
    expect(left[0]?.reason).toBe('already shown in this session')
  })

  test('cleared, it gets everything again', async () => {
    const { plan, show } = await openContext(memories)
    await show([idOf(1)])
    expect((await plan({ source: 'clear' })).lines).toHaveLength(2)
  })

  test('resumed, it gets what would be among its lines now, not the next ones', async () => {
    const { plan, show, keep } = await openContext(topics(20))
    const given = (await plan()).lines.map(({ id }) => id)
    await show(given)
    expect((await plan({ source: 'resume' })).lines).toEqual([])
    await keep([{ id: idOf(500), content: 'Learned since.', updatedAt: now }])
    expect(textsOf(await plan({ source: 'resume' }))).toEqual(['Learned since.'])
  })

  test('compacted, it gets only rules and pinned memories', async () => {
    const { plan, show } = await openContext([
      ...memories,
      { id: idOf(3), content: 'A rule.', kind: 'rule' },
      { id: idOf(4), content: 'Pinned.', pinned: true },
    ])
    await show([1, 2, 3, 4].map(idOf))
    expect(textsOf(await plan({ source: 'compact' }))).toEqual(['Pinned.', 'A rule.'])
  })
})
