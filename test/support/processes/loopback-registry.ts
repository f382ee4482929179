/**
 * A package registry on loopback that offers the packages of this checkout, so that a test can run a
 * real `npm install` offline.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface LoopbackRegistry {
  readonly address: string
  close(): void
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** @param also a package that a production install may add, such as an optional peer */
export async function serveInstalledPackages(
  ...also: readonly string[]
): Promise<LoopbackRegistry> {
  const folders = [
    ...new Set([...installedFolders(), ...also.flatMap((name) => withDependencies(name))]),
  ]
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.split('?')[0] ?? '').slice(1)
    const [, tarball] = /^-tarball\/(.+)$/.exec(path) ?? []
    if (tarball !== undefined) return sendTarball(response, tarball, folders)
    return sendDescription(response, path, folders, address())
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: address(),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The packages of a production install, by the lock file, without those for other platforms. */
function installedFolders(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>
  }
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev && existsSync(join(root, folder)))
    .map(([folder]) => folder)
}

/** The folders of a package and of all that it needs. */
function withDependencies(name: string): string[] {
  const folder = `node_modules/${name}`
  return [folder, ...Object.keys(manifestOf(folder).dependencies ?? {}).flatMap(withDependencies)]
}

function sendDescription(
  response: ServerResponse,
  name: string,
  folders: readonly string[],
  address: string,
): void {
  const found = folders.filter((folder) => manifestOf(folder).name === name)
  const versions = found.map((folder) => {
    const manifest = manifestOf(folder)
    return [manifest.version, { ...manifest, dist: { tarball: `${address}/-tarball/${folder}` } }]
  })
  const latest = found[0] && manifestOf(found[0]).version
  response.statusCode = latest ? 200 : 404
  response.setHeader('content-type', 'application/json')
  const body = { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) }
  response.end(JSON.stringify(body))
}

function sendTarball(response: ServerResponse, folder: string, folders: readonly string[]): void {
  if (!folders.includes(folder)) {
    response.statusCode = 404
    response.end()
    return
  }
  const name = basename(folder)
  const args = [
    '-czf',
    '-',
    `--exclude=${name}/node_modules`,
    '-C',
    join(root, dirname(folder)),
    name,
  ]
  response.end(execFileSync('tar', args, { maxBuffer: 256 * 1024 * 1024 }))
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}
