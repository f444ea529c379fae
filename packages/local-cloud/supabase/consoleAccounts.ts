import { isUuid } from './access.ts'
import type { Auth } from './context.ts'
import type { User } from './store/types.ts'
import { deleteUser, findUser, listUsers } from './store/users.ts'
import { transact } from './transact.ts'

/** Access to the accounts for the console. */
export type ConsoleAccounts = {
  /** The newest users whose email or full name contains `filter`. */
  list(filter: string): Promise<User[]>
  find(id: string): Promise<User | undefined>
  remove(id: string): Promise<void>
}

export function createConsoleAccounts(auth: Auth): ConsoleAccounts {
  return {
    list: (filter) => transact(auth, ({ sql }) => listUsers(sql, { page: 1, perPage: 100, filter })),
    find: (id) => transact(auth, async ({ sql }) => (isUuid(id) ? await findUser(sql, id) : undefined)),
    remove: (id) => transact(auth, ({ sql }) => deleteUser(sql, id)),
  }
}
