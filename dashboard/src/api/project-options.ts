import { useOperation } from './operation-hooks.ts'

/** Every project as a choice: its id and its name, and how to describe it from others of that name. */
export function useProjectOptions(): (readonly [id: string, name: string])[] {
  const projects = useOperation('listProjects', {}).data?.projects ?? []
  const named = Map.groupBy(projects, ({ name }) => name)
  return projects.map(({ id, name, identity }) => {
    const isAlone = named.get(name)?.length === 1
    return [id, isAlone ? name : `${name} (${identity})`] as const
  })
}
