/**
 * Starts the files that are known to take long before the others of their project, so that no core
 * waits for one of them at the end. Vitest itself knows how long they take from its last run only.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longFiles } from './long-run.ts'

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flatMap((ofProject) => {
      const { long = [], other = [] } = Object.groupBy(ofProject, ({ moduleId }) =>
        longFiles.some((file) => moduleId.endsWith(`/${file}`)) ? 'long' : 'other',
      )
      return [...long, ...other]
    })
  }
}
