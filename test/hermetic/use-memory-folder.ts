/** Set-up file of the projects that measure no time. */
import { useMemoryFolder } from './memory-folder.ts'

useMemoryFolder()
