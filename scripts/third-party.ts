/** The packages that a build takes into its files, and the licences that have to come along. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export interface ThirdPartyPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly text: string
}

/** In `dist`: every package in the bundles with the text of its licence. */
export const licencesFile = 'third-party-licences.txt'

/** One for all bundles of a build; `packages` is complete when they are written. */
export function createCollector(): { plugin: Plugin; packages(): ThirdPartyPackage[] } {
  const folders = new Set<string>()
  const plugin: Plugin = {
    name: 'collect-third-party',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const id of file.moduleIds) {
          const folder = packageFolderOf(id)
          if (folder !== undefined) folders.add(folder)
        }
      }
    },
  }
  const packages = () => {
    const byName = new Map([...folders].map(readPackage).map((each) => [keyOf(each), each]))
    return [...byName.values()].sort((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'))
  }
  return { plugin, packages }
}

const keyOf = ({ name, version }: ThirdPartyPackage) => `${name}@${version}`

/** The folder of the innermost package that a module belongs to. */
function packageFolderOf(id: string): string | undefined {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '')
  return /^(\/?.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

/** @throws Error for a package without a licence: it must not be shipped */
function readPackage(folder: string): ThirdPartyPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license } = manifest as Record<string, unknown>
  if (typeof license !== 'string') throw new Error(`${name}@${version} names no licence`)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { name: String(name), version: String(version), license, text: texts.join('\n\n') }
}

export function writeLicences(file: string, packages: readonly ThirdPartyPackage[]): void {
  const list = packages.map((each) => `${keyOf(each)}  ${each.license}`)
  const texts = packages.map((each) => `${'-'.repeat(72)}\n${keyOf(each)}\n\n${each.text}`)
  writeFileSync(file, `${introduction}\n\n${list.join('\n')}\n\n${texts.join('\n\n')}\n`)
}

const introduction = 'Throughline contains these packages, under their own licences.'

/** `name@version` of what the last build took in. */
export function readPackagesInBuild(file: string): { name: string; version: string }[] {
  const lines = readFileSync(file, 'utf8').split('\n\n')[1]?.split('\n') ?? []
  return lines.flatMap((line) => {
    const [, name, version] = /^(@?[^@]+)@(\S+) {2}/.exec(line) ?? []
    return name && version ? [{ name, version }] : []
  })
}
