import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { readTarball } from './package-tarball.ts'

let folder: string
beforeEach(() => {
  folder = makeTemporaryFolder()
})

function pack(name: string, prepare: (inside: string) => void, ...options: string[]): string {
  const inside = join(folder, name, 'package')
  mkdirSync(inside, { recursive: true })
  prepare(inside)
  const tarball = join(folder, `${name}.tgz`)
  execFileSync('tar', [...options, '-czf', tarball, '-C', join(inside, '..'), 'package'])
  return tarball
}

it('reads files by their path in the package, long ones too', () => {
  const long = `${'a'.repeat(90)}/${'b'.repeat(90)}/${'c'.repeat(90)}.js`
  const tarball = pack(
    'plain',
    (inside) => {
      mkdirSync(join(inside, long, '..'), { recursive: true })
      writeFileSync(join(inside, long), 'long')
      writeFileSync(join(inside, 'package.json'), '{}')
    },
    '--format=pax',
  )
  const files = readTarball(tarball)
  expect([...files.keys()].sort()).toEqual([long, 'package.json'].sort())
  expect(Buffer.from(files.get(long) ?? '').toString()).toBe('long')
})

it('refuses a link', () => {
  const tarball = pack('linked', (inside) => symlinkSync('/etc/passwd', join(inside, 'x')))
  expect(() => readTarball(tarball)).toThrow('something that is not a file')
})

it.each(['package/../../x', '/etc/x', 'package/a\\b', 'x'])('refuses the path %s', (path) => {
  const tarball = join(folder, 'path.tgz')
  writeFileSync(tarball, gzipSync(tarWith(path)))
  expect(() => readTarball(tarball)).toThrow('outside the package')
})

it.each([
  ['text', Buffer.from('hello')],
  ['a file that was cut off', gzipSync(tarWith('package/a', 2_000)).subarray(0, 40)],
  ['a tar that was cut off', gzipSync(tarWith('package/a', 2_000).subarray(0, 700))],
  ['zipped noise', gzipSync(Buffer.alloc(2_048, 7))],
])('refuses %s', (_, content) => {
  const tarball = join(folder, 'odd.tgz')
  writeFileSync(tarball, content)
  expect(() => readTarball(tarball)).toThrow(`cannot read ${tarball}`)
})

function tarWith(path: string, size = 4): Buffer {
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        0', 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, Buffer.alloc(Math.ceil(size / 512) * 512), Buffer.alloc(1_024)])
}
