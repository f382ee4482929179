export { ensureHome as openHome } from '../adapters/filesystem/ensure-home.ts'
