/** The home folder as something to delete. */
export {
  deleteHome,
  deleteLocks,
  deleteProgram,
  requireOurHome,
} from '../adapters/data-files/delete-home.ts'
