/** What this store knows about the machines it syncs with. */

/** A reader's memories are read as an agent's would be; a trusted machine's changes apply. */
export type Acceptance = 'read' | 'trusted'

export interface SyncStore {
  /** The id of this machine; undefined before the first sync. */
  machine(): Promise<string | undefined>
  setMachine(id: string): Promise<void>
  /** How far a machine's file was read, or the own one written; 0 for a new one. */
  position(folder: string, machine: string): Promise<number>
  setPosition(folder: string, machine: string, position: number): Promise<void>
  /** How far the user accepts a machine; undefined if not at all. */
  acceptance(machine: string): Promise<Acceptance | undefined>
  accept(machine: string, as: Acceptance): Promise<void>
  received(memoryId: string): Promise<ReceivedMemory | undefined>
  setReceived(memoryId: string, received: ReceivedMemory): Promise<void>
  /** The memory may come back: the machine that forgot it has restored it. */
  dropTombstone(memoryId: string): Promise<void>
}

export interface ReceivedMemory {
  readonly machine: string
  /** 0 if it was forgotten there. */
  readonly version: number
}
