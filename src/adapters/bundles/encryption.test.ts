import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBundleFile } from './bundle-file.ts'
import { chunkBytes, encryptBytes } from './encryption.ts'

/** Cheap: these tests are not about the cost. */
const cost = { passes: 1, memoryBytes: 8 * 1024 * 1024 }
const passphrase = 'correct horse battery staple'
const sealedBytes = chunkBytes + 17

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'throughline-encryption-'))
  file = join(folder, 'bundle.tlb')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += size) {
    yield content.subarray(from, from + size)
  }
}

async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

const encrypt = (content: Buffer, partSize = 10_000) =>
  gather(encryptBytes(inParts(content, partSize), passphrase, cost))

async function decrypt(encrypted: Buffer, typed = passphrase): Promise<Buffer> {
  writeFileSync(file, encrypted)
  const bytes = await openBundleFile(file, async () => typed)
  return gather(bytes())
}

/** Bytes that differ everywhere, so that a moved chunk is no longer the same. */
const contentOf = (length: number) =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 251))

it.each([1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes + 5])(
  'gives back %i bytes, in whatever parts they come',
  async (length) => {
    const content = contentOf(length)
    for (const size of [7_001, chunkBytes, 10 * chunkBytes]) {
      expect((await decrypt(await encrypt(content, size))).equals(content)).toBe(true)
    }
  },
)

it('can be read more than once', async () => {
  const content = contentOf(2 * chunkBytes)
  writeFileSync(file, await encrypt(content))
  const bytes = await openBundleFile(file, async () => passphrase)
  expect((await gather(bytes())).equals(content)).toBe(true)
  expect((await gather(bytes())).equals(content)).toBe(true)
})

it('shows nothing of the content, and never looks the same', async () => {
  const content = Buffer.from('We deploy on Mondays. '.repeat(20))
  const [one, other] = [await encrypt(content), await encrypt(content)]
  expect(one.includes('Mondays')).toBe(false)
  const afterHeader = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\n') + 1)
  expect(afterHeader(one).equals(afterHeader(other))).toBe(false)
})

it('reads its source as it goes, not ahead', async () => {
  let taken = 0
  async function* endless() {
    for (;;) {
      taken += 1
      yield contentOf(chunkBytes)
    }
  }
  const encrypted = encryptBytes(endless(), passphrase, cost)
  for (let parts = 0; parts < 6; parts += 1) await encrypted.next()
  await encrypted.return(undefined)
  expect(taken).toBeLessThan(8)
})

it('opens whether an accent is typed as one character or as two', async () => {
  const content = contentOf(100)
  const encrypted = await gather(encryptBytes(inParts(content, 100), 'caf\u00e9 caf\u00e9', cost))
  expect((await decrypt(encrypted, 'cafe\u0301 cafe\u0301')).equals(content)).toBe(true)
})

describe('is refused', () => {
  const content = contentOf(3 * chunkBytes + 100)
  let encrypted: Buffer
  let start: number
  beforeEach(async () => {
    encrypted = await encrypt(content)
    start = encrypted.indexOf('\n') + 1 + 17
  })

  const chunk = (index: number) =>
    encrypted.subarray(start + index * sealedBytes, start + (index + 1) * sealedBytes)
  const withChunks = (...chunks: Buffer[]) =>
    Buffer.concat([encrypted.subarray(0, start), ...chunks])
  const refused = (changed: Buffer, message: RegExp) =>
    expect(decrypt(changed)).rejects.toMatchObject({
      code: 'unreadable-file',
      message: expect.stringMatching(message),
    })

  it('with another passphrase', async () => {
    await expect(decrypt(encrypted, 'correct horse')).rejects.toMatchObject({
      code: 'unreadable-file',
      message: `this passphrase does not open ${file}`,
    })
  })

  it('when it is cut off, wherever', async () => {
    const lengths = [
      ...[encrypted.length - 1, encrypted.length - 100, start + 2 * sealedBytes + 5],
      ...[start + sealedBytes, start + 3, start, start - 3],
    ]
    for (const length of lengths) await refused(encrypted.subarray(0, length), /is cut off/)
    await refused(encrypted.subarray(0, 60), /is cut off/)
  })

  it('when a byte was changed, wherever', async () => {
    const places = [start, start + 40_000, start + sealedBytes, encrypted.length - 1]
    for (const place of places) {
      await refused(withFlipped(encrypted, place), /damaged: it is cut off or was changed/)
    }
    for (let place = 1; place < start; place += 5) {
      await refused(withFlipped(encrypted, place), /does not open|is damaged|not a bundle|newer/)
    }
  })

  it('when chunks are in another order, missing or repeated', async () => {
    const [one, two, three, last] = [chunk(0), chunk(1), chunk(2), chunk(3)]
    expect((await decrypt(withChunks(one, two, three, last))).equals(content)).toBe(true)
    await refused(withChunks(two, one, three, last), /was changed/)
    await refused(withChunks(one, three, last), /was changed/)
    await refused(withChunks(one, two, two, three, last), /was changed/)
    await refused(withChunks(one, two, three), /is cut off/)
  })

  it('when something was added', async () => {
    await refused(Buffer.concat([encrypted, Buffer.from('x')]), /was changed/)
    const full = await encrypt(contentOf(chunkBytes))
    await refused(Buffer.concat([full, full]), /something was added to its end/)
  })

  it('when a chunk comes from another file with the same passphrase', async () => {
    const other = await encrypt(content)
    const from = other.indexOf('\n') + 1 + 17
    const foreign = other.subarray(from, from + sealedBytes)
    await refused(withChunks(foreign, chunk(1), chunk(2), chunk(3)), /was changed/)
  })
})

const withFlipped = (bytes: Buffer, place: number) => {
  const changed = Buffer.from(bytes)
  changed[place] = (changed[place] ?? 0) ^ 1
  return changed
}

describe('a hostile header is refused before a passphrase is asked for', () => {
  const refused = async (change: (header: string) => string, message: RegExp) => {
    const encrypted = await encrypt(contentOf(100))
    const lineEnd = encrypted.indexOf('\n')
    const header = encrypted.subarray(0, lineEnd).toString()
    const changed = change(header)
    expect(changed).not.toBe(header)
    writeFileSync(file, Buffer.concat([Buffer.from(changed), encrypted.subarray(lineEnd)]))
    const ask = () => Promise.reject(new Error('asked'))
    await expect(openBundleFile(file, ask)).rejects.toMatchObject({
      code: 'unreadable-file',
      message: expect.stringMatching(message),
    })
  }

  it.each([
    ['much memory', (header: string) => header.replace('8388608', '4294967296')],
    ['hardly any memory', (header: string) => header.replace('8388608', '1024')],
    ['many passes', (header: string) => header.replace('"passes":1', '"passes":1000000')],
    ['another algorithm', (header: string) => header.replace('argon2id', 'md5')],
    ['a short salt', (header: string) => header.replace(/"salt":"[^"]+"/, '"salt":"AAAA"')],
  ])('that wants %s', (_, change) => refused(change, /its first line is not valid/))

  it('of a newer version', () =>
    refused((header) => header.replace('"format":1', '"format":2'), /newer version of Throughline/))

  it('that never ends', () =>
    refused((header) => `${header}${' '.repeat(5_000)}`, /damaged: it is cut off/))
})
