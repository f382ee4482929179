/**
 * The whole program in one file that Node runs. When it is run it unpacks itself into the home's
 * `versions`, as setup would, and goes on from there. Left out are the optional packages: `sqlite-vec`
 * (native) and those of the team server.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import { programParts } from '../src/adapters/installed-program/program-source.ts'
import { folderNameOf } from '../src/adapters/installed-program/store-program.ts'

export function makeSingleFile(all: ReadonlyMap<string, Uint8Array>, version: string): string {
  const files = new Map([...all].filter(([path]) => programParts.test(path)))
  const list = [...files].map(([path, content]) => [path, content.length])
  const contents = Buffer.concat([...files.values()])
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const packed = brotliCompressSync(contents, quality).toString('base64')
  const name = folderNameOf({ version, files })
  return `${start(name)}const list = ${JSON.stringify(list)}\nconst packed = '${packed}'\n${end}`
}

const start = (name: string) => `#!/usr/bin/env node
// Throughline in one file: node throughline.mjs setup
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const name = '${name}'
`

const end = `
const chosen = process.env.THROUGHLINE_HOME || '~/.throughline'
const home = /^~[/\\\\]/.test(chosen) ? join(homedir(), chosen.slice(2)) : resolve(chosen)
const folder = join(home, 'versions', name)
if (!existsSync(folder)) unpack(join(home, 'versions', \`.\${name}.\${process.pid}.new\`))
await import(pathToFileURL(join(folder, 'bin', 'throughline.js')))

/** Renamed when it is whole; another process may have been faster. */
function unpack(fresh) {
  const contents = brotliDecompressSync(Buffer.from(packed, 'base64'))
  let at = 0
  for (const [path, length] of list) {
    const file = join(fresh, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, contents.subarray(at, at + length), { mode: 0o600, flush: true })
    at += length
  }
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
`
