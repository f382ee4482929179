import { describe, expect, test } from 'vitest'
import { idOf, now, openContext, session, textsOf } from '../../../../test/support/core/context.ts'

const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()

describe('at the start of a session', () => {
  test('a project with a few memories gets them all, whatever they are about', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'The API runs on Fastify.' },
      { id: idOf(2), content: 'Invoices are numbered without gaps.' },
      { id: idOf(3), content: 'Prefers small pull requests.', scope: 'global' },
    ])
    const { lines, text } = await plan()
    expect(lines.map(({ section, id }) => [section, id])).toEqual([
      ['project', idOf(2)],
      ['project', idOf(1)],
      ['global', idOf(3)],
    ])
    expect(text).toContain('- [fact, agent, 10 d, 0000000001] The API runs on Fastify.')
  })

  test('of what a program heard the user say, how to work here, and of the rest what is about the work', async () => {
    const heard = { trust: 'user', source: 'heuristic', confirmation: 'stated' } as const
    const { plan } = await openContext([
      { id: idOf(1), content: 'In this repo we squash before we merge.', ...heard },
      { id: idOf(2), content: 'It reads each line twice.', files: ['src/importer.ts'], ...heard },
    ])
    expect(textsOf(await plan())).toEqual(['In this repo we squash before we merge.'])
    expect(textsOf(await plan({ files: ['src/importer.ts'] }))).toHaveLength(2)
  })

  test('rules come first, those of the project before those of all, then pinned memories', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'A fact.' },
      { id: idOf(2), content: 'A pinned fact.', pinned: true },
      { id: idOf(3), content: 'A rule of all projects.', kind: 'rule', scope: 'global' },
      { id: idOf(4), content: 'A rule of this project.', kind: 'rule' },
    ])
    const { lines } = await plan()
    expect(lines.map(({ section, text }) => `${section}: ${text}`)).toEqual([
      'rules: A rule of this project.',
      'rules: A rule of all projects.',
      'pinned: A pinned fact.',
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

  test('memories about the branch, the files and the last open ends come first', async () => {
    const { plan } = await openContext([
      { id: idOf(1), content: 'Photos are resized by a Lambda.', importance: 0.8 },
      { id: idOf(2), content: 'Webhook signatures are checked with the raw body.' },
      { id: idOf(3), content: 'Reminders go out at noon.' },
      { id: idOf(4), content: 'The exporter streams rows.', files: ['src/csv/export.ts'] },
    ])
    const { lines } = await plan({ branch: 'fix/webhook-signature', files: ['src/csv/export.ts'] })
    expect(lines.map(({ id }) => id)).toEqual([idOf(4), idOf(2), idOf(1), idOf(3)])
    expect(lines[0]?.reason).toContain('about src/csv/export.ts')
    expect(lines[1]?.reason).toContain('about webhook, signatur')
  })

  test('the last session is given with its open ends, and leads to memories about them', async () => {
    const { plan, addSession } = await openContext([
      { id: idOf(1), content: 'Photos are resized by a Lambda.' },
      { id: idOf(2), content: 'Messages go out at noon.', files: ['src/reminders.ts'] },
    ])
    const cites: string[] = []
    const id = await addSession('earlier', {
      steps: [
        { turn: 1, signs: [], request: 'Send reminders by text message', result: 'Done.', cites },
        { turn: 2, signs: ['change'], request: 'Add a test', result: 'The test fails.', cites },
        { turn: 3, signs: [], request: 'Why?', result: 'The clock is mocked.', cites },
      ],
      decided: [{ text: 'Never send reminders at night.', cites }],
      filesChanged: [{ path: 'src/reminders.ts', cites }],
      open: [{ kind: 'failing', text: '`pnpm test` fails in reminders.test.ts', cites }],
    })
    const { lines, text } = await plan()
    expect(lines.map(({ section }) => section)).toEqual([
      ...Array(5).fill('last-session'),
      'project',
      'project',
    ])
    expect(textsOf({ lines })).toEqual([
      'Asked: Send reminders by text message',
      'Decided: Never send reminders at night.',
      'Result: The test fails.',
      'Open: `pnpm test` fails in reminders.test.ts',
      'Changed: src/reminders.ts',
      'Messages go out at noon.',
      'Photos are resized by a Lambda.',
    ])
    expect(text).toContain(`Last session (59 d ago, session_get ${id}):\n- [user] Asked: Send`)
  })

  test('a session gets nothing about itself', async () => {
    const { plan, addSession } = await openContext()
    const steps = [{ turn: 1, signs: [], request: 'Send reminders', cites: [] }]
    await addSession(session.hostSessionId, { steps })
    expect((await plan({ source: 'compact' })).text).toBe('')
  })

  test('a scope has its own bounds, and says so of what is left', async () => {
    const { plan } = await openContext(
      [...Array(15).keys()].map((at) => ({
        ...{ id: idOf(at + 1), content: `Habit number ${at}.`, kind: 'preference' },
      })),
    )
    const few = await plan({}, { entriesPerScope: 2 })
    expect(few.lines).toHaveLength(2)
    expect(few.left).toHaveLength(13)
    expect(few.left[0]?.reason).toBe('2 of its scope rank higher')
    expect((await plan({}, { charactersPerScope: 35 })).lines).toHaveLength(2)
  })

  test('used memories come first, and what five sessions did not use stays away', async () => {
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
    const { lines, left } = await plan()
    expect(textsOf({ lines })).toEqual(['Used.', 'Never shown.'])
    expect(left[0]?.reason).toContain('shown to 5 sessions, never used')
  })

  test('what may be outdated comes last', async () => {
    const { plan, store } = await openContext([
      { id: idOf(1), content: 'Outdated but important.', importance: 1 },
      { id: idOf(2), content: 'Plain.' },
    ])
    const check = { memory: { id: idOf(1), version: 1 }, changes: [], stale: true }
    await store.reviews.noteChecks([check], '2026-02-20T08:00:00.000Z')
    expect(textsOf(await plan())).toEqual(['Plain.', 'Outdated but important.'])
  })

  test('a long memory is cut, for the rest there is its id', async () => {
    const { plan } = await openContext([{ id: idOf(1), content: 'word '.repeat(200) }])
    const [line] = (await plan()).lines
    expect(line?.text.length).toBeLessThanOrEqual(320)
    expect(line?.text.endsWith('word…')).toBe(true)
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

  test('compacted, it first gets what it was shown before', async () => {
    const { plan, show } = await openContext([
      ...memories,
      { id: idOf(3), content: 'Important.', importance: 1 },
    ])
    await show([idOf(2)])
    const { lines } = await plan({ source: 'compact' })
    expect(lines.map(({ id }) => id)).toEqual([idOf(2), idOf(3), idOf(1)])
    expect(lines[0]?.reason).toContain('shown before the compaction')
  })
})
