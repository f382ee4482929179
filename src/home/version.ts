/** The version of this package, from its manifest. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './program-files.ts'

const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8')

export const version: string = (JSON.parse(manifest) as { version: string }).version
