/** How our plugin is recognised by what Codex and Copilot CLI write into their settings. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { settingsFiles } from '../../filesystem/settings-files.ts'
import { installer as codex } from '../codex/installer.ts'
import { installer as copilot } from '../copilot/installer.ts'
import { installer as gemini } from '../gemini/installer.ts'
import { installer as qwen } from '../qwen/installer.ts'

let root: string
beforeEach(() => {
  root = makeTemporaryFolder()
})

interface Written {
  readonly place: string
  readonly isEnabled?: boolean
  readonly folder?: string
}

const hosts = [
  {
    name: 'Codex',
    installer: codex,
    file: 'home/.codex/config.toml',
    settings: ({ place, isEnabled = true, folder = root }: Written) =>
      `model = "x"\n[marketplaces.${place}]\nsource_type = "local"\nsource = "${folder}"\n` +
      `[plugins."throughline@${place}"]\nenabled = ${isEnabled}\n`,
    broken: ['[plugins', 'plugins = 1\nmarketplaces = 2\n', ''],
  },
  {
    name: 'Copilot CLI',
    installer: copilot,
    file: 'home/.copilot/settings.json',
    settings: ({ place, isEnabled = true, folder = root }: Written) =>
      JSON.stringify({
        extraKnownMarketplaces: { [place]: { source: { source: 'directory', path: folder } } },
        enabledPlugins: { 'other@tools': true, [`throughline@${place}`]: isEnabled },
      }),
    broken: ['{', '[]', '{ "enabledPlugins": 1 }', ''],
  },
]

describe.each(hosts)('$name', ({ installer, file, settings, broken }) => {
  const write = (text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const find = () => {
    const [userHome, projectFolder] = [join(root, 'home'), join(root, 'project')]
    const location = { target: 'user', userHome, projectFolder, programFolders: [] } as const
    return installer.plugin?.find(location, settingsFiles)
  }

  test('has a plugin that is enabled, from a marketplace of any name', async () => {
    expect(await find()).toBeUndefined()
    for (const place of ['throughline', 'tools']) {
      write(settings({ place }))
      expect(await find()).toEqual({ id: `throughline@${place}`, folder: root })
    }
  })

  test('has none that is switched off, or whose marketplace is gone', async () => {
    write(settings({ place: 'throughline', isEnabled: false }))
    expect(await find()).toBeUndefined()
    write(settings({ place: 'throughline', folder: join(root, 'gone') }))
    expect(await find()).toBeUndefined()
  })

  test.each(broken)('has none in settings that read %j', async (text) => {
    write(text)
    expect(await find()).toBeUndefined()
  })
})

describe('linked extension', () => {
  let root: string
  beforeEach(() => {
    root = makeTemporaryFolder()
  })

  function write(name: string, content: object | string): void {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(join(root, name), text)
  }

  describe.each([
    { name: 'gemini', installer: gemini },
    { name: 'qwen', installer: qwen },
  ])('$name', ({ name, installer }) => {
    const extensions = `home/.${name}/extensions`
    const record = `${extensions}/throughline/.${name}-extension-install.json`
    const find = () => {
      const [userHome, projectFolder] = [join(root, 'home'), join(root, 'project')]
      const location = { target: 'user', userHome, projectFolder, programFolders: [] } as const
      return installer.plugin?.find(location, settingsFiles)
    }
    const disable = (...overrides: string[]) =>
      write(`${extensions}/extension-enablement.json`, { throughline: { overrides } })

    test('loads an extension that was linked', async () => {
      expect(await find()).toBeUndefined()
      write(record, { source: root, type: 'link' })
      expect(await find()).toEqual({ id: 'throughline', folder: root })
    })

    test('does not load one whose folder is gone, unless it keeps a copy', async () => {
      const source = join(root, 'gone')
      write(record, { source, type: 'link' })
      expect(await find()).toBeUndefined()
      write(record, { source, type: 'local' })
      expect(await find()).toEqual({ id: 'throughline', folder: source })
    })

    test('does not load one that is switched off, unless only for another folder', async () => {
      write(record, { source: root, type: 'link' })
      disable(`!${join(root, 'project')}/*`)
      expect(await find()).toBeDefined()
      disable(`!${join(root, 'home')}/*`)
      expect(await find()).toBeUndefined()
    })

    test.each(['', '{', '[]', '{ "source": 1 }'])(
      'a record that reads %j is none',
      async (text) => {
        write(record, text)
        expect(await find()).toBeUndefined()
      },
    )

    test('rules that cannot be read switch nothing off', async () => {
      write(record, { source: root, type: 'link' })
      for (const text of ['{', '{ "throughline": [] }', '{ "throughline": { "overrides": 1 } }']) {
        write(`${extensions}/extension-enablement.json`, text)
        expect(await find()).toBeDefined()
      }
    })
  })
})
