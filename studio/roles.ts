import type { CurrentUser } from 'sanity'
import { publisherRoles, writerRoles } from '@/lib/content/preview/roles'

type User = Pick<CurrentUser, 'roles'> | null | undefined

const hasRole = (user: User, roles: ReadonlySet<string>) =>
  (user?.roles ?? []).some(({ name }) => roles.has(name))

/** Whether a user can publish. The Content Lake enforces this permission. */
export function canPublish(user: User): boolean {
  return hasRole(user, publisherRoles)
}

/** Whether a user can write drafts. */
export function canWriteDrafts(user: User): boolean {
  return hasRole(user, writerRoles)
}

/** Whether a user has Sanity's Administrator or Developer role. */
export function isAdministratorOrDeveloper(user: User): boolean {
  return hasRole(user, new Set(['administrator', 'developer']))
}
