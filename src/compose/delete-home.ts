/** The home folder as something to delete. */
export { deleteHome, requireOurHome } from '../adapters/data-files/delete-home.ts'
