/** Machines that ask to be signed in. They belong to no organisation until someone approves them. */
type DeviceStatus = 'pending' | 'approved' | 'denied' | 'taken'

export interface DeviceRequest {
  readonly id: string
  readonly codeHash: string
  readonly userCodeHash: string
  /** As the machine calls itself. */
  readonly machine: string
  readonly status: DeviceStatus
  readonly approvedOrganisation?: string | undefined
  readonly approvedBy?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
  readonly intervalSeconds: number
  readonly polledAt?: string | undefined
}

export interface DeviceRequests {
  /** @returns false if an open request has this user code */
  add(request: DeviceRequest): Promise<boolean>
  byId(id: string): Promise<DeviceRequest | undefined>
  byUserCode(hash: string): Promise<DeviceRequest | undefined>
  notePoll(id: string, at: string, intervalSeconds: number): Promise<void>
  /** @returns false if it was decided before */
  decide(id: string, decision: DeviceDecision): Promise<boolean>
  /** @returns true for the first caller after it was approved, false for every other */
  take(id: string): Promise<boolean>
  removeBefore(time: string): Promise<void>
}

type DeviceDecision =
  | { readonly status: 'approved'; readonly organisation: string; readonly person: string }
  | { readonly status: 'denied' }
