import type { CurrentUser } from 'sanity'

type User = Pick<CurrentUser, 'roles'> | null | undefined

/**
 * Sanity's own roles that may publish; contributors write drafts, viewers read.
 * https://www.sanity.io/docs/content-lake/roles-concepts
 */
const publishers: ReadonlySet<string> = new Set(['administrator', 'developer', 'editor'])

const has = (user: User, roles: ReadonlySet<string>) =>
  (user?.roles ?? []).some(({ name }) => roles.has(name))

/** Whether somebody may publish, and so change what visitors see. The lake has the last word. */
export function mayPublish(user: User): boolean {
  return has(user, publishers)
}

/** Whether somebody may write drafts that others publish. */
export function mayWriteDrafts(user: User): boolean {
  return has(user, new Set([...publishers, 'contributor']))
}

/** Whether somebody looks after the project itself. */
export function isAdministrator(user: User): boolean {
  return has(user, new Set(['administrator', 'developer']))
}
