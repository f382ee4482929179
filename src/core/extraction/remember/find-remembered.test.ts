import { describe, expect, test } from 'vitest'
import { findRemembered, mentionsRemembering } from './find-remembered.ts'

const contents = (own: string) => findRemembered(own).map(({ content }) => content)

describe('what the user asks outright to remember', () => {
  test.each([
    ['Remember that we deploy from the release branch.', 'We deploy from the release branch.'],
    ['remember that staging listens on port 5433', 'Staging listens on port 5433.'],
    ['Please remember that CI needs Docker!', 'CI needs Docker!'],
    ['ok, and remember that tests need Redis', 'Tests need Redis.'],
    ['Could you please remember that we use pnpm?', 'We use pnpm.'],
    ['I want you to remember that Ana owns billing.', 'Ana owns billing.'],
    ['remember that this repo uses tabs', 'This repo uses tabs.'],
    ['remember that `build.sh` wants bash 5', '`build.sh` wants bash 5.'],
    ['Remember: the API key lives in the vault', 'The API key lives in the vault.'],
    ['please remember this: never squash release commits', 'Never squash release commits.'],
    ['#remember the queue drops messages over 256 KB', 'The queue drops messages over 256 KB.'],
    ['/remember releases are cut on Tuesdays', 'Releases are cut on Tuesdays.'],
    ['/throughline:remember releases are cut on Tuesdays', 'Releases are cut on Tuesdays.'],
    ['add to memory: we support Node 22 and later', 'We support Node 22 and later.'],
    ['please remember to use pnpm in this repo', 'Use pnpm in this repo.'],
    ['Always remember to run `make fmt` before you commit', 'Run `make fmt` before you commit.'],
    ['please remember to use British spelling', 'Use British spelling.'],
    ['don’t forget to use the venv in this project', 'Use the venv in this project.'],
    ['Remember we use pnpm here', 'We use pnpm here.'],
    ['remember the port is 8081', 'The port is 8081.'],
    ['please remember staging needs the VPN', 'Staging needs the VPN.'],
    ['don’t forget that the seeds are shared', 'The seeds are shared.'],
    ['keep in mind that staging runs in eu-west-1', 'Staging runs in eu-west-1.'],
    ['remember globally that I use tabs', 'I use tabs.'],
    ['remember globally: answer in English', 'Answer in English.'],
    ['remember, we never log request bodies', 'We never log request bodies.'],
    [
      'Fix the login form. Remember that sessions expire after 15 minutes. Then add a test.',
      'Sessions expire after 15 minutes.',
    ],
    [
      'Remember: the cache is per tenant. It is cleared at night. Now fix the login form.',
      'The cache is per tenant. It is cleared at night.',
    ],
  ])('%j is %j', (own, content) => {
    expect(contents(own)).toEqual([content])
    expect(mentionsRemembering(own)).toBe(true)
  })

  test.each([
    ['Merk dir bitte, dass Staging auf Port 5433 läuft.', 'Staging auf Port 5433 läuft.'],
    ['Merk dir: wir benutzen pnpm', 'Wir benutzen pnpm.'],
    [
      'Souviens-toi que la base de test est en lecture seule',
      'La base de test est en lecture seule.',
    ],
    ['Retiens qu’on déploie depuis release', 'On déploie depuis release.'],
    ['Recuerda que usamos pnpm aquí', 'Usamos pnpm aquí.'],
    ['Lembre-se de que usamos pnpm aqui', 'Usamos pnpm aqui.'],
    ['Lembra que os testes precisam de Docker', 'Os testes precisam de Docker.'],
    ['覚えておいて：デプロイはreleaseブランチから行う', 'デプロイはreleaseブランチから行う。'],
    [
      'デプロイはreleaseブランチから行うことを覚えておいてください。',
      'デプロイはreleaseブランチから行う。',
    ],
    ['请记住我们使用 pnpm，不用 npm', '我们使用 pnpm，不用 npm。'],
    ['记住：测试需要 Docker', '测试需要 Docker。'],
  ])('%j is %j', (own, content) => {
    expect(contents(own)).toEqual([content])
    expect(mentionsRemembering(own)).toBe(true)
  })

  test('each item of a list is one', () => {
    expect(contents('Remember:\n- we use pnpm here\n- CI runs on Node 22')).toEqual([
      'We use pnpm here.',
      'CI runs on Node 22.',
    ])
  })

  test('a paragraph below is not part of it', () => {
    expect(contents('remember: we use pnpm here\n\nadd a login form')).toEqual([
      'We use pnpm here.',
    ])
  })
})

describe('what is none', () => {
  test.each([
    'Do you remember that we use pnpm?',
    'do you remember the port?',
    'remember when we moved to pnpm?',
    'remember how the cache worked before',
    'remember back to our linting work. update the README',
    'remember that bug we fixed last week, it is back',
    'Remember that one?',
    'I remember that the build was slow.',
    'I don’t remember which error it was, can you check?',
    'The user won’t necessarily remember that the panel was open.',
    'She said remember that we use pnpm.',
    'He wrote: "It is done. Remember that we use pnpm. Bye." What does he mean?',
    'Chef should remember that I do not eat fish.',
    'Can we reset it at the start? But we should keep in mind that people may work offline',
    'Add a «remember me» box to the login form.',
    'implement remember-me tokens that expire after a week',
    'remember that it needs a token',
    'remember the bug we fixed last week, it is back',
    'remember the tests we wrote are slow',
    'remember we talked about the port',
    'remember it is slow',
    'remember me checkbox is broken',
    'remember this',
    'Remember that.',
    'please remember that this is only a draft',
    'remember that I told you to use the old parser',
    'Fix the build and add a test. Remember to run the tests before you finish.',
    'Refactor the parser. Also remember to update the README.',
    'remember to run the tests before you finish',
    'please remember to update the README',
    'Do not forget to make a new branch for this.',
    'Note that the shell command is gone.',
    'remember that we only touch the parser in this PR',
    'Remember, the button goes on the left.',
    'Note the spelling.',
    'erinnerst du dich, dass wir pnpm benutzen?',
    'te souviens-tu que la base est en lecture seule ?',
    '你还记得我们用 pnpm 吗？',
    '覚えていますか？',
    '',
  ])('%j', (own) => {
    expect(contents(own)).toEqual([])
  })
})

describe('its kind', () => {
  test.each([
    ['remember: never push to main', 'rule'],
    ['remember that we always rebase', 'rule'],
    ['remember that the cache is always warm', 'fact'],
    ['remember that staging listens on port 5433', 'fact'],
    ['remember that I prefer short answers', 'preference'],
    ['please remember to use British spelling', 'preference'],
    ['remember that we decided to keep the old API', 'decision'],
    ['remember: before releasing, run `make changelog`', 'procedure'],
    ['remember that the runbook lives at https://wiki.example.com/runbook', 'reference'],
    ['remember that we pin lodash until upstream fixes the loader', 'workaround'],
    ['merk dir, dass wir nie auf main pushen', 'rule'],
  ])('%j is a %s', (own, kind) => {
    expect(findRemembered(own)).toMatchObject([{ kind }])
  })

  test('what speaks of every project says so', () => {
    expect(findRemembered('remember that I use tabs in all my projects')).toMatchObject([
      { isAboutEveryProject: true },
    ])
    expect(findRemembered('remember globally that I use tabs')).toMatchObject([
      { isAboutEveryProject: true },
    ])
    expect(findRemembered('remember that this project uses tabs')).toMatchObject([
      { isAboutEveryProject: false },
    ])
  })
})

test('whatever is found mentions it, so that other prompts need no reading', () => {
  expect(mentionsRemembering('please fix the build')).toBe(false)
  expect(mentionsRemembering('#Remember x')).toBe(true)
})

test.each([
  'remember '.repeat(30_000),
  'please '.repeat(30_000),
  'remember that '.repeat(20_000),
  `remember: ${'a. '.repeat(50_000)}`,
  `${'"'.repeat(50_000)} remember that x y z`,
  `remember that ${'until x '.repeat(20_000)}`,
  `remember that before ${'x, '.repeat(40_000)}`,
])('a hostile prompt (%#) is read at once', (own) => {
  const startedAt = performance.now()
  findRemembered(own)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})
