/** Tags, and other words by which someone may search for a memory. */
import { memoryLimits } from '../../../contract/vocabulary.ts'
import { identifiersIn, linksIn, properNamesIn } from '../../text/names.ts'

const mostTopics = 3

export function keywordsOf(content: string, more: readonly string[] = []): readonly string[] {
  const names = [...identifiersIn(content), ...linksIn(content), ...properNamesIn(content), ...more]
  const topical = topicsOf(content)
    .slice(0, mostTopics)
    .flatMap(({ keywords }) => keywords)
  const lower = content.toLowerCase()
  const kept = [...names, ...topical.filter((word) => !lower.includes(word))].filter(
    (word) => word.length > 1 && word.length <= memoryLimits.keywordCharacters,
  )
  return [...new Set(kept)].slice(0, memoryLimits.keywords)
}

export function tagsOf(content: string): readonly string[] {
  return topicsOf(content)
    .slice(0, mostTopics)
    .map(({ tag }) => tag)
}

interface Topic {
  readonly tag: string
  /** Synonyms for searching. */
  readonly keywords: readonly string[]
  readonly names: ReadonlySet<string>
}

/** Well-known names by topic: tag and keywords, then the names. */
const table = `
packages: package manager, dependencies, install
  npm pnpm yarn bun pip uv poetry pipenv conda cargo maven gradle composer bundler brew nix apt
  package-lock lockfile

database: database, db, sql, storage
  postgres postgresql mysql mariadb sqlite mongodb mongo redis duckdb clickhouse dynamodb
  cassandra cockroachdb oracle mssql snowflake bigquery elasticsearch opensearch supabase prisma
  drizzle diesel

messaging: queue, events, broker
  kafka rabbitmq nats sqs pubsub mqtt celery sidekiq webhooks polling grpc graphql rest
  websocket modbus

infrastructure: cloud, hosting, environment
  aws gcp azure s3 ec2 lambda eks ecs kubernetes k8s docker podman terraform pulumi ansible helm
  nginx traefik caddy vercel netlify heroku cloudflare fly.io hetzner vault consul staging
  production prod raspberry

ci: continuous integration, pipeline, build
  ci jenkins circleci buildkite travis gitlab bazel cmake make ninja turborepo nx webpack vite
  esbuild rollup runner

testing: tests, test framework
  jest vitest mocha pytest unittest junit playwright cypress selenium rspec mocks mocking tdd
  snapshot

style: code style, formatting, lint, conventions
  eslint prettier biome ruff black flake8 mypy pylint rubocop clippy rustfmt gofmt tabs spaces
  semicolons indentation comments docstrings emojis tailwind

git: git, version control, branch, commit
  git commit commits branch main master rebase merge squash pr prs co-authored-by

answers: style of answers, verbosity, communication
  answers replies responses explanations summaries summary bullets

security: security, privacy, credentials
  gdpr hipaa secrets secret credentials token tokens password oauth jwt jwts sessions vpn
  firewall ssh tls ssl

language: programming language
  python typescript javascript rust golang java kotlin swift ruby php elixir scala haskell cobol
  c++ c# go

framework: framework, library
  react vue svelte angular next.js nuxt django flask fastapi rails spring laravel express nestjs
  flutter qt unity gradio sphinx

platform: operating system, device, machine
  windows linux macos ubuntu debian arch nixos fedora wsl wsl2 android ios arm64 x86 m1 rosetta
  gpu cuda

tracking: tickets, issues, bugs, project management
  jira linear asana trello youtrack notion confluence sentry datadog grafana kibana figma
  launchdarkly slack crowdin
`

const topics: readonly Topic[] = table
  .trim()
  .split('\n\n')
  .map((block) => {
    const [head = '', ...names] = block.split('\n')
    const [tag = '', keywords = ''] = head.split(': ')
    return {
      tag,
      keywords: keywords.split(', '),
      names: new Set(names.join(' ').trim().split(/\s+/)),
    }
  })

const word = /[a-z][\w+#]*(?:[.-][a-z0-9]+)*/g

function topicsOf(text: string): readonly Topic[] {
  const words = new Set(text.toLowerCase().match(word) ?? [])
  return topics.filter(({ names }) => [...names].some((name) => words.has(name)))
}
