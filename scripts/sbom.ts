/** The software bill of materials: npm's own, limited to what users get. */
import { execFileSync } from 'node:child_process'

interface Component {
  readonly name: string
  readonly version: string
  readonly 'bom-ref': string
  readonly properties?: readonly { readonly name: string }[]
  readonly licenses?: readonly unknown[]
}

interface Sbom {
  readonly metadata: { readonly component: Component; readonly [other: string]: unknown }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
  readonly [other: string]: unknown
}

/** @param bundled packages whose code is part of the build, which npm takes for development tools */
export function makeSbom(
  { root, env }: { readonly root: string; readonly env: NodeJS.ProcessEnv },
  bundled: readonly { readonly name: string; readonly version: string }[],
): Sbom {
  const all = npmSbom(root, env, [])
  const production = npmSbom(root, env, ['--omit=dev'])
  const keyOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`
  const wanted = new Set([...bundled, ...production.components].map(keyOf))
  const components = all.components.filter((each) => wanted.has(keyOf(each))).map(asShipped)
  const refs = new Set(components.map((each) => each['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => refs.has(each)),
    }))
  // npm names it after the folder of the checkout.
  const component = { ...all.metadata.component, name: 'throughline' }
  return { ...all, metadata: { ...all.metadata, component }, components, dependencies }
}

/** Nothing that users get is for development. npm leaves out a licence that is no SPDX expression. */
function asShipped(component: Component): Component {
  const properties = component.properties?.filter(({ name }) => !name.endsWith(':development'))
  const isVec = component.name.startsWith('sqlite-vec')
  const licenses = isVec ? [{ expression: 'MIT OR Apache-2.0' }] : component.licenses
  return { ...component, ...(properties && { properties }), ...(licenses && { licenses }) }
}

function npmSbom(root: string, env: NodeJS.ProcessEnv, options: readonly string[]): Sbom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--silent', ...options]
  const shell = process.platform === 'win32'
  const output = execFileSync('npm', args, { cwd: root, env, shell, maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(output.toString('utf8')) as Sbom
}
