import type { Identity, Role } from '../types.ts'

/** A user of the Studio, or the robot of a token. */
export type Account = { id: string; name: string; email: string; role: Role; about: string }

const ABOUT: Record<Role, string> = {
  administrator: 'Edits everything, and manages datasets, webhooks and origins.',
  editor: 'Writes and publishes every page.',
  contributor: 'Writes drafts, which others publish.',
  viewer: 'Reads everything, drafts included, and changes nothing.',
}

/** The users of the local project, one for each role (https://www.sanity.io/docs/content-lake/roles-concepts), without passwords. */
export function createPeople(names: Record<Role, string>): Account[] {
  const roles: Role[] = ['administrator', 'editor', 'contributor', 'viewer']
  return roles.map((role) => ({
    id: `p-${role}`,
    name: names[role],
    email: `${role}@localhost`,
    role,
    about: ABOUT[role],
  }))
}

/** The robot of a token; its id begins with `r-`. */
export function createRobot(id: string, name: string, role: Role): Account {
  return { id, name, email: `${id.slice('r-'.length)}@localhost`, role, about: '' }
}

/** The robots of the tokens in cloud.env. */
export const ROBOTS: readonly Account[] = [
  createRobot('r-read', 'Site (server)', 'viewer'),
  createRobot('r-write', 'Provisioning', 'administrator'),
]

/** The identity of an account's requests. */
export function toIdentity(account: Account): NonNullable<Identity> {
  return { id: account.id, name: account.name, email: account.email, roles: [account.role] }
}

const TITLES: Record<Role, string> = {
  administrator: 'Administrator',
  editor: 'Editor',
  contributor: 'Contributor',
  viewer: 'Viewer',
}

/** A role in responses to the Studio. */
export function describeRole(role: Role): { name: Role; title: string; description: string } {
  return { name: role, title: TITLES[role], description: `${TITLES[role]} of the local project` }
}
