/** All organisations of a server. For its operator; a request never sees more than its own. */
export interface Organisation {
  readonly id: string
  readonly name: string
}

export interface OrganisationSummary extends Organisation {
  readonly createdAt: string
  /** Not removed. */
  readonly members: number
  readonly memories: number
}

export interface Organisations {
  /** By creation. */
  list(): Promise<OrganisationSummary[]>
  /** Those with this name, in whatever case, or whose id begins or ends so; by creation, without one all. */
  find(nameOrId: string | undefined, limit: number): Promise<Organisation[]>
}
