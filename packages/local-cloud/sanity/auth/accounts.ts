import type { Identity, Role } from '../types.ts'

/** Somebody who can sign in to the local Studio. */
export type Account = { id: string; name: string; email: string; role: Role; about: string }

const ABOUT: Record<Role, string> = {
  administrator: 'Edits everything, and manages datasets, webhooks and origins.',
  editor: 'Writes and publishes every page.',
  contributor: 'Writes drafts, which others publish.',
  viewer: 'Reads everything, drafts included, and changes nothing.',
}

/**
 * The people of the local project, one for each role (https://www.sanity.io/docs/content-lake/roles-concepts). They have
 * no password: nothing here is secret.
 */
export function peopleNamed(names: Record<Role, string>): Account[] {
  const roles: Role[] = ['administrator', 'editor', 'contributor', 'viewer']
  return roles.map((role) => ({
    id: `p-${role}`,
    name: names[role],
    email: `${role}@localhost`,
    role,
    about: ABOUT[role],
  }))
}

/** The robot user behind a token; its id begins with `r-`. */
export function robotOf(id: string, name: string, role: Role): Account {
  return { id, name, email: `${id.slice('r-'.length)}@localhost`, role, about: '' }
}

/** Robot users behind the tokens of cloud.env. */
export const ROBOTS: readonly Account[] = [
  robotOf('r-read', 'Site (server)', 'viewer'),
  robotOf('r-write', 'Provisioning', 'administrator'),
]

/** An account as the identity a request carries. */
export function identityOf(account: Account): NonNullable<Identity> {
  return { id: account.id, name: account.name, email: account.email, roles: [account.role] }
}

const TITLES: Record<Role, string> = {
  administrator: 'Administrator',
  editor: 'Editor',
  contributor: 'Contributor',
  viewer: 'Viewer',
}

/** A role as the Studio shows it. */
export function describeRole(role: Role): { name: Role; title: string; description: string } {
  return { name: role, title: TITLES[role], description: `${TITLES[role]} of the local project` }
}

/** True when the identity has the role, or one that includes it (administrator ⊃ editor ⊃ contributor ⊃ viewer). */
export function hasRole(identity: Identity, role: Role): boolean {
  const order: Role[] = ['viewer', 'contributor', 'editor', 'administrator']
  return !!identity?.roles.some((held) => order.indexOf(held) >= order.indexOf(role))
}
