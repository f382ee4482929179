import type { Command } from 'commander'
import { listSettings } from '../../../contract/list-settings.ts'
import { getSetting, loadConfig, removeSetting, setSettingText } from '../../../home/config.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { table } from '../present.ts'
import { remarksOn } from './setting-remarks.ts'

export function registerConfig(program: Command, context: CliContext): void {
  const config = program
    .command('config')
    .description('Read and change settings')
    .addHelpText('after', examples('config list', 'config set enabled false'))
  const load = () => loadConfig(context.paths.config, context.env)

  config
    .command('list', { isDefault: true })
    .description('Every setting with its value and meaning')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('config list'))
    .action(({ json }: { json?: true }) => {
      const current = load()
      if (json) return context.printJson(current)
      const rows = listSettings().map(({ key, description }) => [
        key,
        JSON.stringify(getSetting(current, key)),
        description,
      ])
      for (const line of table(rows)) context.print(line)
    })

  config
    .command('get')
    .description('One setting')
    .argument('<key>', 'e.g. hook.deadlineMs')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('config get enabled'))
    .action((key: string, { json }: { json?: true }) => {
      const value = getSetting(load(), key)
      if (json) return context.printJson({ key, value })
      context.print(typeof value === 'string' ? value : JSON.stringify(value))
    })

  config
    .command('set')
    .description('Change a setting')
    .argument('<key>', 'e.g. hook.deadlineMs')
    .argument('<value>', 'text, number, yes or no, a,b,c or JSON')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('config set enabled false', 'config set disabledProjects "~/private/**"'),
    )
    .action(async (key: string, text: string, { json }: { json?: true }) => {
      const { changeSettings } = await import('../../../compose/settings.ts')
      const value = changeSettings(context.openHome(), (file) => setSettingText(file, key, text))
      const remarks = await remarksOn(key, context)
      if (json) return context.printJson({ key, value, remarks })
      context.print(`${key} is now ${JSON.stringify(value)}`)
      for (const remark of remarks) context.writeError(`${remark}\n`)
    })

  config
    .command('reset')
    .description('Give a setting its default back; takes out of the file what is no setting, too')
    .argument('<key>', 'e.g. hook.deadlineMs')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('config reset hook.deadlineMs'))
    .action(async (key: string, { json }: { json?: true }) => {
      const { changeSettings } = await import('../../../compose/settings.ts')
      const value = changeSettings(context.openHome(), (file) => removeSetting(file, key))
      const remarks = await remarksOn(key, context)
      if (json) return context.printJson({ key, value, remarks })
      const isSetting = value !== undefined
      context.print(isSetting ? `${key} is ${JSON.stringify(value)} again` : `${key} is taken out`)
      for (const remark of remarks) context.writeError(`${remark}\n`)
    })

  config
    .command('path')
    .description('Where the settings are kept')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('config path'))
    .action(({ json }: { json?: true }) => {
      if (json) return context.printJson({ path: context.paths.config })
      context.print(context.paths.config)
    })
}
