/** Projects and every identity they ever had. */

export interface ProjectStore {
  /** The project with this identity, now or formerly. */
  findByIdentity(identity: string): Promise<Project | undefined>
  find(id: string): Promise<Project | undefined>
  insert(project: NewProject): Promise<Project>
  /** Makes `identity` the current one; the former stays as an alias. */
  changeIdentity(id: string, identity: string): Promise<void>
  /** Adds identities that also mean this project; those already known elsewhere are left there. */
  addAliases(id: string, identities: readonly string[]): Promise<void>
  rename(id: string, name: string): Promise<void>
  /** Its other identities. */
  aliasesOf(id: string): Promise<string[]>
  list(): Promise<ProjectSummary[]>
}

export interface Project {
  readonly id: string
  readonly identity: string
  readonly name: string
  readonly root: string | undefined
  readonly createdAt: string
}

export interface NewProject {
  readonly identity: string
  readonly name: string
  readonly root: string | undefined
}

export interface ProjectSummary extends Project {
  readonly aliases: readonly string[]
  /** Those that became part of it, the first one first. */
  readonly merged: readonly MergedProject[]
  readonly sessions: number
  readonly lastEventAt: string | undefined
}

export interface MergedProject {
  readonly id: string
  readonly name: string
  readonly at: string
}
