/** Everything that can be imported on this machine. */
import type { AuditWithImport } from '../../core/audit/audit.ts'
import type { ImportPorts } from '../../core/import/find-importable.ts'
import type { MemoryImportPorts } from '../../core/import/memories/place-memory.ts'
import type { PlacePorts } from '../../core/import/place-recorded.ts'
import type { OriginPorts } from '../../core/provenance/origins.ts'
import type { Environment } from '../../home/config.ts'
import type { HomePaths } from '../../home/paths.ts'
import { version } from '../../home/version.ts'
import type { AuditWish } from './audit-stores.ts'
import { createForeignMemories, type ForeignMemories } from './foreign-memories.ts'
import { createHistories, type Histories } from './histories.ts'

export interface Imports {
  readonly histories: Histories
  readonly foreignMemories: ForeignMemories
  /** Audits other tools' memories without importing them. @throws ThroughlineError */
  audit(wish: AuditWish): Promise<AuditWithImport>
}

interface Surroundings {
  readonly paths: HomePaths
  readonly userHome: string
  readonly env: Environment
}

export function createImports(
  ports: Omit<ImportPorts & MemoryImportPorts, 'placeOf' | 'repositoryOf' | 'version'> & {
    readonly store: OriginPorts
  },
  places: PlacePorts,
  around: Surroundings,
): Imports {
  return {
    histories: createHistories({ ...ports, version }, places, around),
    foreignMemories: createForeignMemories({ ...ports, version }, places, around),
    async audit(wish) {
      const { auditStores } = await import('./audit-stores.ts')
      const { redactor, store: origins } = ports
      return auditStores(wish, { ...around, places, origins, redactor })
    },
  }
}
