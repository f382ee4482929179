/** Tests of connecting and disconnecting, the same for every host. */
import { type Dirent, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  openSettingsBackups,
  settingsFiles,
} from '../../../src/adapters/filesystem/settings-files.ts'
import { sha256 } from '../../../src/adapters/ids.ts'
import type {
  Blocker,
  Host,
  HostConnection,
  SettingsLocation,
  SettingsTarget,
} from '../../../src/core/ports/host.ts'
import {
  applyConnect,
  applyDisconnect,
  planConnect,
  planDisconnect,
  type SetupTools,
} from '../../../src/core/setup/connect.ts'
import { inspectHost } from '../../../src/core/setup/inspect-host.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'

interface IntegrationSample {
  /** Describes it in the name of the test. */
  readonly name: string
  readonly target: SettingsTarget
  /** Files that exist before, by path: `home/.claude.json`, `project/.mcp.json`. */
  readonly files: Readonly<Record<string, string>>
}

interface MalformedSample extends IntegrationSample {
  /** What the message must say: `line 3, column 5`. */
  readonly position: string
}

export interface HostSamples {
  /** Realistic settings: with comments, other hooks and other MCP servers. */
  readonly existing: readonly IntegrationSample[]
  readonly malformed: readonly MalformedSample[]
}

export function describeIntegration(host: Host, { existing, malformed }: HostSamples): void {
  const clean = (['user', 'project'] as const).map((target) => {
    return { name: `a clean ${target} folder`, target, files: {} }
  })
  let world: IntegrationWorld
  beforeEach(() => {
    world = createIntegrationWorld(host)
  })

  describe.each([...clean, ...existing])('$name', ({ target, files }) => {
    test('is connected once, though set up twice, and keeps everything it held', async () => {
      world.write(files)
      await world.install(target)
      const connected = world.read()
      expect(await world.states(target)).toEqual(await allCurrent(world, target))
      await world.install(target)
      expect(world.read()).toEqual(connected)
      for (const [file, text] of Object.entries(files)) {
        expect(lostFrom(text, connected[file] ?? '')).toBe('')
      }
    })

    test('has its original bytes after remove', async () => {
      world.write(files)
      const folders = world.folders()
      await world.install(target)
      await world.install(target)
      await world.remove(target)
      expect(world.read()).toEqual(files)
      expect(world.folders()).toEqual(folders)
      await world.remove(target)
      expect(world.read()).toEqual(files)
    })

    test('loses only what is ours when others have written since', async () => {
      world.write(files)
      await world.install(target)
      const touched = Object.entries(world.read())
      world.write(Object.fromEntries(touched.map(([file, text]) => [file, `${text}\n\n`])))
      await world.remove(target)
      const left = Object.values(world.read()).join('\n')
      expect(left).not.toMatch(/throughline/i)
      for (const [file, text] of Object.entries(files)) {
        expect(lostFrom(text, world.read()[file] ?? '')).toBe('')
      }
    })
  })

  describe('set up for the user and for a project', () => {
    test('each is removed alone, the last first, to the bytes before it', async () => {
      await world.install('user')
      const [files, folders] = [world.read(), world.folders()]
      await world.install('project')
      await world.remove('project')
      expect(world.read()).toEqual(files)
      expect(world.folders()).toEqual(folders)
      await world.remove('user')
      expect(world.read()).toEqual({})
      expect(world.folders()).toEqual([])
    })

    test('each is removed alone, the first first, and nothing is left of both', async () => {
      await world.install('user')
      await world.install('project')
      await world.remove('user')
      expect(await world.states('project')).toEqual(await allCurrent(world, 'project'))
      await world.remove('project')
      expect(world.read()).toEqual({})
      expect(world.folders()).toEqual([])
    })

    test('removing one that was never set up changes nothing of the other', async () => {
      await world.install('project')
      const files = world.read()
      await world.remove('user')
      expect(world.read()).toEqual(files)
    })

    test('both are removed at once', async () => {
      await world.install('user')
      await world.install('project')
      await world.remove('user', 'project')
      expect(world.read()).toEqual({})
      expect(world.folders()).toEqual([])
    })
  })

  test.each(malformed)('$name is reported with its position and left alone', async (sample) => {
    world.write(sample.files)
    const told = {
      code: 'malformed-settings',
      message: expect.stringContaining(`(${sample.position})`),
      hint: expect.stringContaining('nothing was changed'),
    }
    await expect(world.install(sample.target)).rejects.toMatchObject(told)
    expect(world.read()).toEqual(sample.files)
  })
}

export interface IntegrationWorld {
  location(target: SettingsTarget): SettingsLocation
  write(files: Readonly<Record<string, string>>): void
  /** Every file, by path. */
  read(): Record<string, string>
  folders(): string[]
  install(target: SettingsTarget): Promise<void>
  remove(...targets: SettingsTarget[]): Promise<void>
  /** What keeps hooks from running. */
  blockers(target: SettingsTarget): Promise<readonly Blocker[]>
  states(target: SettingsTarget): Promise<string[]>
}

export function createIntegrationWorld(host: Host): IntegrationWorld {
  const root = makeTemporaryFolder()
  const [userHome, projectFolder] = [join(root, 'home'), join(root, 'project')]
  for (const folder of [userHome, projectFolder]) mkdirSync(folder)
  const tools: SetupTools = {
    files: settingsFiles,
    backups: openSettingsBackups(join(root, 'backups')),
    hash: sha256,
  }
  const location = (target: SettingsTarget): SettingsLocation => {
    return { target, userHome, projectFolder, programFolders: [] }
  }
  const connection = connectionTo(host.name)
  const found = (isWanted: (entry: Dirent) => boolean) =>
    [userHome, projectFolder]
      .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter(isWanted)
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  return {
    location,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, name)), { recursive: true })
        writeFileSync(join(root, name), text)
      }
    },
    read() {
      const paths = found((entry) => entry.isFile())
      return Object.fromEntries(
        paths.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
      )
    },
    folders: () => found((entry) => entry.isDirectory()),
    async install(target) {
      await applyConnect(
        await planConnect(host, location(target), connection, tools, () => true),
        tools,
      )
    },
    async remove(...targets) {
      await applyDisconnect(await planDisconnect(host, targets.map(location), tools), tools)
    },
    async blockers(target) {
      return (await host.findBlockers?.(location(target), settingsFiles)) ?? []
    },
    async states(target) {
      const { integrations } = await inspectHost(host, location(target), connection, tools.files)
      return integrations.map(({ kind, state }) => `${kind} ${state}`)
    },
  }
}

/** A connection as setup makes it, for a home that does not exist. */
export function connectionTo(host: string): HostConnection {
  return {
    command: ({ name }) => `'/home/dev/.throughline/bin/throughline-hook' ${host} ${name}`,
    mcpServer: {
      command: '/usr/bin/node',
      args: ['/opt/throughline/bin/throughline.js', 'mcp'],
      env: { THROUGHLINE_HOME: '/home/dev/.throughline' },
    },
    guidance: 'Recall before you ask.',
  }
}

async function allCurrent(world: IntegrationWorld, target: SettingsTarget): Promise<string[]> {
  return (await world.states(target)).map((state) => state.replace(/ .*/, ' current'))
}

/** The lines of a text that are missing in another, which should only have additions. */
function lostFrom(before: string, after: string): string {
  let reached = 0
  for (const [index, character] of [...before].entries()) {
    const found = after.indexOf(character, reached)
    if (found < 0) return [...before].slice(index).join('')
    reached = found + character.length
  }
  return ''
}
