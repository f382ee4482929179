/** `export --encrypt` and back: where the passphrase comes from, and what happens without it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { encryptBytes } from '../src/adapters/bundles/encryption.ts'
import { createWorld, type World } from './support/homes/world.ts'
import { type RunOptions, runCli } from './support/processes/cli.ts'
import { enter, openTerminal } from './support/processes/terminal.ts'

const passphrase = 'correct horse battery staple'
const env = { THROUGHLINE_PASSPHRASE: passphrase }

let here: World
let there: World
beforeEach(async () => {
  here = makeWorld()
  there = makeWorld()
  await runCli(here, ['remember', 'We deploy on Mondays'])
})

function makeWorld(): World {
  const world = createWorld()
  onTestFinished(() => world.close())
  return world
}

const bundle = () => here.path('all.tlb')
const exported = (args: string[] = [], options: RunOptions = { env }) =>
  runCli(here, ['export', '--encrypt', ...args, bundle()], options)
const imported = (args: string[] = [], options: RunOptions = { env }) =>
  runCli(there, ['import', ...args, bundle()], options)
/** As `exported` leaves it, with a key that takes 20 ms to derive instead of a second or two. */
async function exportedCheaply(): Promise<void> {
  await runCli(here, ['export', bundle()])
  const plain = ReadableStream.from([readFileSync(bundle())])
  const cost = { passes: 1, memoryBytes: 8 * 1024 * 1024 }
  await writeFile(bundle(), encryptBytes(plain, passphrase, cost))
}
const memories = () => there.rows('SELECT content FROM memories').map(({ content }) => content)

it('takes the passphrase from the environment, and says that the file is encrypted', async () => {
  const run = await exported()
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('It is encrypted: nobody can read it without the passphrase')
  expect(readFileSync(bundle()).includes('Mondays')).toBe(false)
  expect(await imported()).toMatchObject({ code: 0, stderr: '' })
  expect(memories()).toEqual(['We deploy on Mondays'])
})

it('brings nothing new the second time', async () => {
  await exportedCheaply()
  await imported()
  expect((await imported()).stdout).toContain('Nothing new')
})

it('takes the passphrase from a file or from standard input', async () => {
  const file = here.path('passphrase')
  writeFileSync(file, `${passphrase}\nanother line\n`)
  expect(await exported(['--passphrase-file', file], {})).toMatchObject({ code: 0, stderr: '' })
  const piped = { input: `${passphrase}\n` }
  expect(await imported(['--passphrase-file', '-'], piped)).toMatchObject({ code: 0, stderr: '' })
  expect(memories()).toEqual(['We deploy on Mondays'])
})

it('asks in a terminal: twice to encrypt, once to decrypt, without showing it', async () => {
  const writing = openTerminal([
    [/Passphrase for the bundle/, passphrase + enter],
    [/The same passphrase again/, passphrase + enter],
  ])
  expect(await exported([], { terminal: writing })).toMatchObject({ code: 0, stderr: '' })
  const reading = openTerminal([[/Passphrase of the bundle/, passphrase + enter]])
  expect(await imported([], { terminal: reading })).toMatchObject({ code: 0, stderr: '' })
  for (const terminal of [writing, reading]) {
    expect(terminal.unasked()).toEqual([])
    expect(terminal.screen()).not.toContain('correct')
  }
  expect(memories()).toEqual(['We deploy on Mondays'])
})

it('asks again in a terminal if the passphrase does not open the bundle', async () => {
  await exportedCheaply()
  const reading = openTerminal([
    [/Passphrase of the bundle/, `correct house${enter}`],
    [/That does not open it/, passphrase + enter],
  ])
  expect(await imported([], { terminal: reading })).toMatchObject({ code: 0, stderr: '' })
  expect(reading.unasked()).toEqual([])
  expect(memories()).toEqual(['We deploy on Mondays'])
})

describe('refuses', () => {
  const refusal = (code: number, message: string) => ({
    code,
    stderr: expect.stringMatching(new RegExp(`^throughline: .*${message}.*\n( {2}.+\n)?$`)),
  })

  it('a wrong passphrase, and imports nothing', async () => {
    await exportedCheaply()
    const run = await imported([], { env: { THROUGHLINE_PASSPHRASE: 'something else' } })
    expect(run).toMatchObject(refusal(1, 'this passphrase does not open'))
    expect(memories()).toEqual([])
  })

  it('a third wrong passphrase in a terminal, and imports nothing', async () => {
    await exportedCheaply()
    const wrong = `correct house${enter}`
    const reading = openTerminal([
      [/Passphrase of the bundle/, wrong],
      [/That does not open it/, wrong],
      [/That does not open it either/, wrong],
    ])
    const run = await imported([], { terminal: reading })
    expect(run).toMatchObject(refusal(1, 'this passphrase does not open'))
    expect(reading.unasked()).toEqual([])
    expect(memories()).toEqual([])
  })

  it('a file that was changed or cut off, and imports nothing', async () => {
    await exportedCheaply()
    const bytes = readFileSync(bundle())
    const changed = Buffer.from(bytes)
    changed[bytes.length - 20] = (changed[bytes.length - 20] ?? 0) ^ 1
    writeFileSync(bundle(), changed)
    expect(await imported()).toMatchObject(refusal(1, 'is damaged'))
    writeFileSync(bundle(), bytes.subarray(0, -1))
    expect(await imported()).toMatchObject(refusal(1, 'is damaged'))
    expect(memories()).toEqual([])
  })

  it('two passphrases that differ', async () => {
    const terminal = openTerminal([
      [/Passphrase for the bundle/, passphrase + enter],
      [/The same passphrase again/, `correct house${enter}`],
    ])
    expect(await exported([], { terminal })).toMatchObject(refusal(2, 'passphrases differ'))
  })

  it('a short passphrase', async () => {
    const short = { env: { THROUGHLINE_PASSPHRASE: 'brass' } }
    expect(await exported([], short)).toMatchObject(refusal(2, 'the passphrase is too short'))
  })

  it('to continue without a passphrase and without a terminal', async () => {
    expect(await exported([], {})).toMatchObject(refusal(2, 'needs a passphrase'))
    await exportedCheaply()
    expect(await imported([], {})).toMatchObject(refusal(2, 'needs a passphrase'))
  })

  it('a passphrase file that is missing or empty', async () => {
    const missing = await exported(['--passphrase-file', here.path('nowhere')])
    expect(missing).toMatchObject(refusal(2, 'cannot be read'))
    writeFileSync(here.path('empty'), '\n')
    const empty = await exported(['--passphrase-file', here.path('empty')])
    expect(empty).toMatchObject(refusal(2, 'there is no passphrase in'))
  })

  it('to encrypt other formats', async () => {
    expect(await exported(['--format', 'jsonl'])).toMatchObject(
      refusal(2, 'jsonl cannot be encrypted'),
    )
  })

  it('a passphrase as an argument', async () => {
    expect((await exported(['--passphrase', passphrase])).code).toBe(2)
  })
})
