/** What docs/security.md says about connections and programs is what the code can do. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src/contract/config.ts'
import { listSettings } from '../../src/contract/list-settings.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

const sources = globSync('src/**/*.{ts,js,sh}', { cwd: root }).filter(
  (file) => !/\.test\.ts$/.test(file),
)
const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort()

describe('what leaves the machine', () => {
  it('is nothing by default', () => {
    const { learning, embeddings, subscribers } = configSchema.parse({})
    expect({ reader: learning.reader, provider: embeddings.provider, subscribers }).toEqual({
      reader: 'off',
      provider: 'off',
      subscribers: [],
    })
  })

  it('lists every setting that names an address, a command or who is asked', () => {
    const [, table = ''] = /<!-- leaves -->([\s\S]*)<!-- \/leaves -->/.exec(page) ?? []
    const listed = [...table.matchAll(/^\| `([\w.]+)`/gm)].map(([, key]) => key)
    const sending = /(^|\.)(url|commands|provider|reader|writer|subscribers)$/
    const keys = listSettings().map(({ key }) => key)
    expect(listed.sort()).toEqual(keys.filter((key) => sending.test(key)).sort())
  })

  it('opens connections only to models and their home, subscribers, a team server and our own daemon', () => {
    const connects = /\bfetch\(|node:(?:https?|http2|net|tls|dgram|dns)\b|\bWebSocket\b/
    expect(filesWith(connects)).toEqual([
      'src/adapters/embedders/local/download-model.ts',
      ...['src/adapters/models/find-ollama.ts', 'src/adapters/post-json.ts'],
      ...['src/adapters/subscribers/send-event.ts', 'src/adapters/team-server/request.ts'],
      ...ourDaemon,
    ])
  })

  it('sends digests of sessions from one place, and only where the user switched that on', () => {
    const client = filesWith(/'put-digest'/).filter((file) =>
      file.startsWith('src/core/team/client'),
    )
    expect(client).toEqual([
      'src/core/team/client/freeze-operation.ts',
      'src/core/team/client/push-outbox.ts',
    ])
    const migrations = 'src/adapters/sqlite/connection/migrations'
    const table = readFileSync(join(root, migrations, '000043_team_digests.sql'), 'utf8')
    expect(table).toContain('shares_digests INTEGER NOT NULL DEFAULT 0')
    expect(page).toContain('digests of sessions only where you [switch them on]')
  })

  it('starts only the programs the page names', () => {
    expect(filesWith(/node:child_process/)).toEqual(
      [...configured, ...ourselves, ...askedFor, 'src/adapters/git/find-unignored.ts'].sort(),
    )
  })
})

it('docs/privacy.md says how long things are kept', () => {
  const { historyDays, sessionDays } = configSchema.parse({}).retention
  const privacy = readFileSync(join(root, 'docs/privacy.md'), 'utf8')
  expect(privacy).toContain(
    `after ${historyDays} days, session memories after ${sessionDays} and unconfirmed`,
  )
})

/** All of them on 127.0.0.1; `app.ts` and `team-mcp.ts` call a method of that name. */
const ourDaemon = [
  'src/compose/hook/daemon-request.ts',
  'src/entry/cli/daemon-process.ts',
  'src/entry/cli/demo/run-demo.ts',
  'src/entry/cli/get-started/dashboard.ts',
  'src/entry/daemon/listen.ts',
  'src/entry/http/app.ts',
  'src/entry/server/team-mcp.ts',
]

const configured = ['src/adapters/programs.ts', 'src/adapters/subscribers/send-event.ts']

const ourselves = [
  'src/adapters/embedders/local/model-process.ts',
  'src/adapters/hosts/opencode/plugin/throughline.js',
  'src/adapters/sqlite/connection/damage-watch.ts',
  'src/adapters/trials/trials.ts',
  'src/compose/import/import-process.ts',
  'src/compose/program/run-version.ts',
  'src/entry/cli/daemon-process.ts',
  'src/entry/cli/demo/play-session.ts',
  'src/entry/hook/start-daemon.ts',
]

const askedFor = [
  'src/adapters/embedders/local/install-library.ts',
  'src/adapters/postgres/embedded/cluster.ts',
  'src/entry/cli/get-started/dashboard.ts',
  'src/entry/cli/memories/edit-text.ts',
]
