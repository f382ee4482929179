import { useOperation } from './operation-hooks.ts'

/** Projects as options; projects with the same name get a distinguishing suffix. */
export function useProjectOptions(): (readonly [id: string, name: string])[] {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const named = Map.groupBy(projects, ({ name }) => name)
  return projects.map(({ id, name, identity }) => {
    const isAlone = named.get(name)?.length === 1
    return [id, isAlone ? name : `${name} (${identity})`] as const
  })
}
