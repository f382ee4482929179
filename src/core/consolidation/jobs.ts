/** The `consolidate` job, whose subject is a project. */
import type { Config } from '../../contract/config.ts'
import type { JobHandlers } from '../jobs/runner.ts'
import type { ProjectStore } from '../ports/projects.ts'
import { type ConsolidationPorts, consolidate } from './consolidate.ts'

export interface ConsolidationJobPorts extends ConsolidationPorts {
  readonly projects: Pick<ProjectStore, 'find'>
  readonly settings: () => Pick<Config['extraction'], 'mode' | 'consolidate'>
}

/** Does nothing if the project is gone or consolidation is switched off by now. */
export function consolidationJobs(ports: ConsolidationJobPorts): JobHandlers {
  return {
    async consolidate({ subject }) {
      const { mode, consolidate: isOn } = ports.settings()
      if (mode === 'off' || !isOn || !(await ports.projects.find(subject))) return
      await consolidate(subject, ports)
    },
  }
}
