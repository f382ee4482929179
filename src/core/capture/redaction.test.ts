/** No secret reaches a row or a rejected file, wherever in a payload it was. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { secretSamples } from '../../../test/support/homes/secret-samples.ts'

function everythingStored(capture: Capture): string {
  const tables = capture.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
  return tables
    .flatMap(({ name }) => capture.rows(`SELECT * FROM ${name}`))
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? textOf(value) : String(value)))
    .join('\n')
}

const zstdMagic = 0xfd2fb528
function textOf(bytes: Uint8Array): string {
  const body = Buffer.from(bytes)
  const isCompressed = body.length > 4 && body.readUInt32LE() === zstdMagic
  return isCompressed ? zstdDecompressSync(body).toString() : body.toString()
}

function countingRandom(): () => number {
  let n = 0
  return () => {
    n = (n * 1_103_515_245 + 12_345) % 2_147_483_648
    return n / 2_147_483_648
  }
}

test('nothing is stored unredacted, in whatever field it came', async () => {
  const capture = await openCapture()
  const random = countingRandom()
  const secrets: string[] = []
  const secretText = (index: number) => {
    const { text, secret } = secretSamples[index % secretSamples.length]?.make(random) ?? fail()
    secrets.push(secret)
    return text
  }
  for (const [n] of secretSamples.entries()) {
    const turn = { prompt_id: `p${n}` }
    capture.deliver('SessionStart', { source: 'startup', note: secretText(n), n })
    capture.deliver('UserPromptSubmit', { ...turn, prompt: `use ${secretText(n)} please` })
    capture.deliver('PostToolUse', {
      ...turn,
      tool_name: 'Bash',
      tool_use_id: `t${n}`,
      tool_input: { command: `run\n${secretText(n)}\n`, nested: [[{ deep: secretText(n) }]] },
      tool_response: { stdout: secretText(n), [secretText(n)]: 1 },
    })
    capture.deliver('PostToolUseFailure', {
      ...turn,
      tool_name: 'Bash',
      tool_use_id: `f${n}`,
      error: `failed: ${secretText(n)}`,
    })
    capture.deliver('Stop', { ...turn, last_assistant_message: `I saw ${secretText(n)}` })
    capture.deliver('Unheard', { ...turn, anything: { at: ['all', secretText(n)] } })
    capture.deliver('Notification', { n }, { cwd: `/home/${secretText(n).replaceAll('\n', ' ')}` })
    capture.deliverText({ event: 'Stop' }, `broken ${secretText(n)}`)
  }
  const { ingested, rejected, duplicates } = await capture.drain()
  expect({ ingested: ingested.length, rejected, duplicates }).toEqual({
    ingested: 7 * secretSamples.length,
    rejected: secretSamples.length,
    duplicates: 0,
  })
  const { rejected: folder } = capture.paths
  const setAside = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const kept = everythingStored(capture) + setAside.join('\n')
  expect(kept).toContain('[redacted:')
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
})

test('a marked span is stored nowhere', async () => {
  const capture = await openCapture()
  await capture.take('UserPromptSubmit', {
    prompt_id: 'p1',
    prompt: 'My name is <private>Rumpelstilzchen</private>.',
  })
  expect(everythingStored(capture)).not.toContain('Rumpelstilzchen')
})

function fail(): never {
  throw new Error('no sample')
}
