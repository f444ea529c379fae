import type { Role } from '../types.ts'

/** A user of the Studio, or a robot: the account that a token authenticates. */
export type Account = { id: string; name: string; email: string; role: Role; description: string }

const DESCRIPTIONS: Record<Role, string> = {
  administrator: 'Edits everything, and manages datasets, webhooks and origins.',
  editor: 'Writes and publishes every page.',
  contributor: 'Writes drafts that others publish.',
  viewer: 'Reads everything, drafts included, and changes nothing.',
}

/** Creates one user, without a password, for each {@link Role}. */
export function createUsers(names: Record<Role, string>): Account[] {
  const roles: Role[] = ['administrator', 'editor', 'contributor', 'viewer']
  return roles.map((role) => ({
    id: `p-${role}`,
    name: names[role],
    email: `${role}@localhost`,
    role,
    description: DESCRIPTIONS[role],
  }))
}

/** Creates a robot account. `id` must begin with `r-`. */
export function createRobot(id: string, name: string, role: Role): Account {
  return { id, name, email: `${id.slice('r-'.length)}@localhost`, role, description: '' }
}

/** The robots that the tokens in cloud.env authenticate. */
export const ROBOTS: readonly Account[] = [
  createRobot('r-read', 'Site (server)', 'viewer'),
  createRobot('r-write', 'Provisioning', 'administrator'),
]

const TITLES: Record<Role, string> = {
  administrator: 'Administrator',
  editor: 'Editor',
  contributor: 'Contributor',
  viewer: 'Viewer',
}

/** Describes a role in responses to the Studio. */
export function describeRole(role: Role): { name: Role; title: string; description: string } {
  return { name: role, title: TITLES[role], description: `${TITLES[role]} of the local project` }
}
