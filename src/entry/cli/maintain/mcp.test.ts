import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

// biome-ignore lint/suspicious/noTemplateCurlyInString: what a host passes on that does not expand it
it.each(['/no/such', 'no/such', '${workspaceFolder}', '.git/HEAD'])(
  'refuses to serve the folder %s, which is not there',
  async (folder) => {
    const { code, stdout, stderr } = await runCli(world, ['mcp', '--folder', folder])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^throughline: there is no folder ".*"\n {2}.*--help.*\n$/)
    expect(stderr).toContain(folder)
  },
)
