import type { ImportHandlers } from '../../contract/operations/import.ts'
import type { ImportControl } from '../ports/history-source.ts'

export function createImportOperations(imports: ImportControl): ImportHandlers {
  return {
    findImports: () => imports.find(),
    getImport: async () => ({ run: imports.current() }),
    async startImport({ sources }) {
      if (imports.current()?.state !== 'running') await imports.start(sources)
      return { run: imports.current() }
    },
  }
}
