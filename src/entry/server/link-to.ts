import { peopleRoutes } from '../../contract/team/routes.ts'

/** The page that a one-time link opens. */
export function linkTo(publicUrl: URL, code: string): string {
  return new URL(`${peopleRoutes.joinPage}/${code}`, publicUrl).href
}
