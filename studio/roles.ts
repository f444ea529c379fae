import type { CurrentUser } from 'sanity'
import { publisherRoles, writerRoles } from '@/lib/content/roles'

type User = Pick<CurrentUser, 'roles'> | null | undefined

const has = (user: User, roles: ReadonlySet<string>) =>
  (user?.roles ?? []).some(({ name }) => roles.has(name))

/** Whether somebody may publish, and so change what visitors see. The lake has the last word. */
export function canPublish(user: User): boolean {
  return has(user, publisherRoles)
}

/** Whether somebody may write drafts that others publish. */
export function canWriteDrafts(user: User): boolean {
  return has(user, writerRoles)
}

/** Whether somebody looks after the project itself. */
export function isAdministrator(user: User): boolean {
  return has(user, new Set(['administrator', 'developer']))
}
