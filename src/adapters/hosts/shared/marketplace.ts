/** A marketplace in our folder with one plugin in it, for hosts that install plugins from there only. */
import type { HostCommand, HostPlugin } from '../../../core/ports/host.ts'
import { manifestWith, skillIn } from './plugin-files.ts'

interface MarketplaceSpec {
  /** The host's program. */
  readonly program: string
  /** Where it looks for the list of plugins, and what an entry has besides the name. */
  readonly list: string
  readonly entry: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** Where it looks for the plugin's manifest, and what that has besides name and version. */
  readonly manifest: string
  readonly members: Readonly<Record<string, string>>
  readonly files: HostPlugin['files']
  readonly install: string
  readonly remove: string
}

export const pluginId = 'throughline@throughline'

type Marketplace = Pick<
  HostPlugin,
  'noun' | 'extras' | 'program' | 'folder' | 'files' | 'installCommands' | 'removeCommands'
>

export function marketplace(spec: MarketplaceSpec): Marketplace {
  const folder = `integrations/${spec.program}`
  const plugin = `${folder}/throughline`
  const inPlugin = Object.entries(spec.files).map(([path, file]) => [`${plugin}/${path}`, file])
  const command = (...args: string[]): HostCommand => ({ args: ['plugin', ...args] })
  return {
    noun: 'plugin',
    extras: 'a skill',
    program: spec.program,
    folder,
    files: {
      [`${folder}/${spec.list}`]: manifestWith({
        owner: { name: 'Throughline' },
        plugins: [{ name: 'throughline', ...spec.entry }],
      }),
      [`${plugin}/${spec.manifest}`]: manifestWith(spec.members),
      ...Object.fromEntries(inPlugin),
      ...skillIn(plugin),
    },
    installCommands: (path) => [
      command('marketplace', 'add', path),
      command(spec.install, pluginId),
    ],
    removeCommands: [
      command(spec.remove, pluginId),
      command('marketplace', 'remove', 'throughline'),
    ],
  }
}

/** The name of the marketplace, if the plugin is ours. */
export function marketplaceOf(id: string): string | undefined {
  return /^throughline@(.+)$/.exec(id)?.[1]
}
