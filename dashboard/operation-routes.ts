/**
 * Where each operation of the contract is served, as a module the page can load. The contract itself
 * holds schemas, and those are for types only: they would double what a browser has to fetch.
 */
import type { Plugin } from 'vite'
import type { Operation } from '../src/contract/operation.ts'
import { operations } from '../src/contract/operations/index.ts'

const name = 'virtual:operation-routes'

export function operationRoutes(): Plugin {
  return {
    name,
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const routes = ${JSON.stringify(routes())}` : null),
  }
}

function routes(): Record<string, Operation['http']> {
  return Object.fromEntries(Object.entries(operations).map(([name, { http }]) => [name, http]))
}
