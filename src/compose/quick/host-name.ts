import { displayNames } from '../../adapters/hosts/display-names.ts'

/** @returns the name people use, or undefined for a name that no host has */
export function findHostName(name: string): string | undefined {
  return new Map(Object.entries(displayNames)).get(name)
}
