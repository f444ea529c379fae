import type { Identity, Role } from '../types.ts'

/** Somebody who can sign in to the local Studio. */
export type Account = { id: string; name: string; email: string; role: Role; about: string }

/**
 * The people of the local project, one for each role (https://www.sanity.io/docs/content-lake/roles-concepts). They have
 * no password: nothing here is secret.
 */
export const ACCOUNTS: readonly Account[] = [
  {
    id: 'p-administrator',
    name: 'Avery Administrator',
    email: 'administrator@localhost',
    role: 'administrator',
    about: 'Edits everything, and manages datasets, webhooks and origins.',
  },
  {
    id: 'p-editor',
    name: 'Eden Editor',
    email: 'editor@localhost',
    role: 'editor',
    about: 'Writes and publishes every page.',
  },
  {
    id: 'p-viewer',
    name: 'Vic Viewer',
    email: 'viewer@localhost',
    role: 'viewer',
    about: 'Reads everything, drafts included, and changes nothing.',
  },
]

/** Robot users behind the tokens of cloud.env. */
export const ROBOTS: readonly Account[] = [
  { id: 'r-read', name: 'Site (server)', email: 'read@localhost', role: 'viewer', about: '' },
  { id: 'r-browser', name: 'Site (browser)', email: 'browser@localhost', role: 'viewer', about: '' },
  { id: 'r-write', name: 'Provisioning', email: 'write@localhost', role: 'administrator', about: '' },
]

/** The account or robot with this id. */
export function findAccount(id: string): Account | undefined {
  return [...ACCOUNTS, ...ROBOTS].find((account) => account.id === id)
}

/** An account as the identity a request carries. */
export function identityOf(account: Account): NonNullable<Identity> {
  return { id: account.id, name: account.name, email: account.email, roles: [account.role] }
}

const TITLES: Record<Role, string> = {
  administrator: 'Administrator',
  editor: 'Editor',
  viewer: 'Viewer',
}

/** A role as the Studio shows it. */
export function describeRole(role: Role): { name: Role; title: string; description: string } {
  return { name: role, title: TITLES[role], description: `${TITLES[role]} of the local project` }
}

/** True when the identity has the role, or one that includes it (administrator ⊃ editor ⊃ viewer). */
export function hasRole(identity: Identity, role: Role): boolean {
  const order: Role[] = ['viewer', 'editor', 'administrator']
  return !!identity?.roles.some((held) => order.indexOf(held) >= order.indexOf(role))
}
