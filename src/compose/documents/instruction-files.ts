/** Instruction files of the current project and of the user's home. */
import { openInstructionFiles } from '../../adapters/filesystem/instruction-files.ts'
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import type { InstructionFiles } from '../../core/ports/host-files.ts'
import { isProjectFolder } from '../../core/project/project-folder.ts'
import { projectSurroundings } from '../surroundings.ts'

export async function openProjectInstructionFiles(
  workingFolder: string,
  userHome: string,
): Promise<InstructionFiles> {
  const project = (await createRepositoryReader().read(workingFolder))?.root ?? workingFolder
  const isProject = isProjectFolder(project, projectSurroundings(userHome))
  return openInstructionFiles({
    workingFolder,
    allowed: isProject ? [project, userHome] : [userHome],
  })
}
