/** What the container, compose and Helm files say, compared with the program they run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCall } from '../src/entry/cli/parse-call.ts'
import { serverCommand } from '../src/entry/cli/team/server.ts'
import {
  defaultPort,
  readServerOptions,
  type ServerCommandOptions,
} from '../src/entry/cli/team/server-backend.ts'
import { version } from '../src/home/version.ts'
import { execForm, parseDockerfile } from './support/packaging/dockerfile.ts'
import { renderChart, type Values } from './support/packaging/helm.ts'
import { parseYaml } from './support/packaging/yaml.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'packaging', 'server')
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const publicUrl = 'https://memory.example.com'

/** As the program reads what comes after `throughline server`. */
function readStart(args: readonly string[]) {
  const { path, options } = parseCall(serverCommand, ['server'], args)
  return { path: path.join(' '), ...readServerOptions(options as ServerCommandOptions) }
}

const started = {
  path: 'server start',
  host: '0.0.0.0',
  port: defaultPort,
  proxies: 1,
  publicUrl: new URL(publicUrl),
}

describe('the image', () => {
  const instructions = parseDockerfile(read('Dockerfile'))
  const textOf = (name: string) =>
    instructions.find((each) => each.stage === '' && each.name === name)?.text

  test('starts the server on the exposed port once its name is set', () => {
    expect(execForm(instructions, 'ENTRYPOINT')).toEqual(['throughline', 'server'])
    const command = execForm(instructions, 'CMD')
    expect(() => readStart(command)).toThrow('needs a public URL')
    expect(readStart([...command, `--public-url=${publicUrl}`])).toEqual({ ...started, proxies: 0 })
    expect(textOf('EXPOSE')).toBe(String(defaultPort))
    expect(textOf('HEALTHCHECK')).toContain(`127.0.0.1:${defaultPort}/ready`)
  })

  test('runs as a user that is not root, given by number', () => {
    const [user, group] = (textOf('USER') ?? '').split(':').map(Number)
    expect(user).toBeGreaterThan(0)
    expect(group).toBeGreaterThan(0)
  })

  test('has the Node and the packages that the tests run with', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => text)
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const [major] = packages['node_modules/node'].version.split('.')
    for (const base of bases) expect(base).toMatch(new RegExp(`^node:${major}-bookworm-slim`))
    const installed = ['pg', 'openid-client'].map(
      (name) => `${name}@${packages[`node_modules/${name}`].version}`,
    )
    expect(read('Dockerfile')).toContain(` ${installed.join(' ')}\n`)
  })
})

describe('compose', () => {
  const variables: Record<string, string> = { POSTGRES_PASSWORD: 'secret', PUBLIC_URL: publicUrl }
  const text = read('compose.yaml').replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, sign, rest) => variables[name] ?? (sign === '-' ? rest : ''),
  )
  const { services, volumes, configs } = parseYaml<{
    configs: { roles: { content: string } }
    services: Record<'database' | 'server', Record<string, unknown>>
    volumes: object
  }>(text)
  const { database, server } = services

  test('starts the server as the program understands it, after the database', () => {
    expect(readStart(server.command as string[])).toEqual(started)
    expect(server.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(database).toHaveProperty('healthcheck.test')
  })

  test('gives the server the address of its database', () => {
    const { DATABASE_URL = '' } = server.environment as Record<string, string>
    expect(DATABASE_URL).toBe('postgres://throughline:secret@database/throughline')
    // The image makes its own user a superuser.
    expect(database.environment).toEqual({ POSTGRES_PASSWORD: 'secret' })
    expect(database.configs).toEqual([
      { source: 'roles', target: '/docker-entrypoint-initdb.d/roles.sql' },
    ])
    for (const line of configs.roles.content.trim().split('\n')) {
      expect(read('../../docs/server.md').replace("'PASSWORD'", "'secret'")).toContain(line)
    }
    expect(Object.keys(volumes)).toEqual(['database'])
    expect(database.volumes).toEqual([expect.stringMatching(/^database:/)])
  })

  test('is reached from this machine only, and cannot change itself', () => {
    expect(server.ports).toEqual([`127.0.0.1:${defaultPort}:${defaultPort}`])
    expect(database).not.toHaveProperty('ports')
    expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  test('has no default for what must be chosen', () => {
    expect(read('compose.yaml')).toMatch(/\$\{POSTGRES_PASSWORD:\?/)
    expect(read('compose.yaml')).toMatch(/\$\{PUBLIC_URL:\?/)
  })
})

describe('the chart', () => {
  interface Container {
    readonly name: string
    readonly args: string[]
    readonly image: string
    readonly securityContext: object
    readonly ports: { name: string; containerPort: number }[]
    readonly [probe: string]: unknown
  }
  interface Manifest {
    readonly kind: string
    readonly metadata: { readonly name: string }
    readonly spec: {
      readonly selector: { readonly matchLabels?: object }
      readonly template: {
        readonly metadata: { readonly labels: object }
        readonly spec: {
          readonly securityContext: object
          readonly containers: [Container]
          readonly initContainers: [Container]
        }
      }
    }
  }
  const render = (values: Values = {}) => {
    const rendered = renderChart(join(folder, 'helm'), { publicUrl, ...values })
    const manifests = [...rendered.values()].flatMap(
      (text) => parseYaml<Manifest | null>(text) ?? [],
    )
    return new Map(manifests.map((manifest) => [manifest.kind, manifest]))
  }
  const deployment = (values?: Values) => {
    const found = render(values).get('Deployment')
    if (!found) throw new Error('there is no deployment')
    return found.spec
  }

  test('has the version of the program', () => {
    expect(parseYaml(read('helm', 'Chart.yaml'))).toMatchObject({ version, appVersion: version })
    const { containers } = deployment().template.spec
    expect(containers[0].image).toBe(`throughline-server:${version}`)
    const values = { image: { repository: 'registry.example.com/tl', tag: 'x' } }
    expect(deployment(values).template.spec.containers[0].image).toBe('registry.example.com/tl:x')
  })

  test('migrates, then starts the server as the program understands it', () => {
    const { initContainers, containers } = deployment().template.spec
    expect(readStart(containers[0].args)).toEqual(started)
    const migration = parseCall(serverCommand, ['server'], initContainers[0].args)
    expect(migration.path).toEqual(['server', 'migrate'])
    expect(() => render({ publicUrl: '' })).toThrow('set publicUrl')
  })

  test('probes what the server answers', () => {
    const [server] = deployment().template.spec.containers
    const port = 'http'
    expect(server).toMatchObject({
      startupProbe: { httpGet: { path: '/health', port } },
      livenessProbe: { httpGet: { path: '/health', port } },
      readinessProbe: { httpGet: { path: '/ready', port } },
      ports: [{ name: port, containerPort: defaultPort }],
    })
  })

  test('runs without rights, and reads the database’s address from a secret', () => {
    const { securityContext, containers, initContainers } = deployment().template.spec
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    for (const container of [...containers, ...initContainers]) {
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        env: [
          {
            name: 'DATABASE_URL',
            valueFrom: { secretKeyRef: { name: 'throughline-database', key: 'url' } },
          },
        ],
      })
    }
  })

  test('gives the server the secrets for single sign-on, if there are any', () => {
    expect(deployment().template.spec.containers[0]).not.toHaveProperty('envFrom')
    const { containers, initContainers } = deployment({ sso: { secret: 'throughline-sso' } })
      .template.spec
    expect(containers[0].envFrom).toEqual([{ secretRef: { name: 'throughline-sso' } }])
    expect(initContainers[0]).not.toHaveProperty('envFrom')
  })

  test('replaces a pod only when another is ready', () => {
    expect(deployment()).toMatchObject({
      replicas: 2,
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    })
  })

  test('selects its own pods', () => {
    const { selector, template } = deployment()
    expect(template.metadata.labels).toMatchObject(selector.matchLabels ?? {})
    const rendered = render()
    expect(rendered.get('Service')).toMatchObject({
      spec: { selector: selector.matchLabels, ports: [{ targetPort: 'http' }] },
    })
    expect(rendered.get('PodDisruptionBudget')?.spec.selector).toEqual(selector)
  })

  test('has an ingress only if asked, to its own service', () => {
    expect([...render().keys()]).not.toContain('Ingress')
    const enabled = { enabled: true, className: 'nginx', tlsSecret: 'certificate' }
    expect(() => render({ ingress: enabled })).toThrow('set ingress.host')
    const host = 'memory.example.com'
    const rendered = render({ ingress: { ...enabled, host } })
    const service = { name: rendered.get('Service')?.metadata.name, port: { name: 'http' } }
    expect(rendered.get('Ingress')).toMatchObject({
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: [host], secretName: 'certificate' }],
        rules: [{ host, http: { paths: [{ path: '/', backend: { service } }] } }],
      },
    })
  })

  test('passes on what a cluster needs', () => {
    const values = {
      nodeSelector: { disk: 'fast' },
      tolerations: [{ key: 'team', operator: 'Exists' }],
      affinity: { podAntiAffinity: {} },
      imagePullSecrets: [{ name: 'registry' }],
    }
    expect(deployment(values).template.spec).toMatchObject(values)
  })
})
