/** Offers the home folder for deletion. */
export {
  deleteHome,
  deleteLocks,
  deleteProgram,
  requireOurHome,
} from '../adapters/data-files/delete-home.ts'
