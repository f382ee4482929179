/** Commands in our texts, as the person can type them: in a clone, with npx. */
import { sep } from 'node:path'
import type { Environment } from '../../home/environment.ts'
import { packageFolder } from '../../home/program-files.ts'
import { listCommands } from './manifest.ts'

/** npx also runs tarballs, from a folder of its own; a clone is no dependency of anything. */
const isClone = !packageFolder.split(sep).includes('node_modules')

let command: RegExp | undefined

export function asCalled(text: string, env: Environment): string {
  if (env.npm_command !== 'exec' || !isClone) return text
  const names = () => listCommands().map(({ name }) => name)
  command ??= new RegExp(`(?<![\\w/.-]|npx )throughline (?=--|(?:${names().join('|')})\\b)`, 'g')
  return text.replace(command, 'npx $&')
}
