/** How our plugin is recognised by what Codex and Copilot CLI write into their settings. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { settingsFiles } from '../../filesystem/settings-files.ts'
import { installer as codex } from '../codex/installer.ts'
import { installer as copilot } from '../copilot/installer.ts'

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
