import { isUuid } from './access.ts'
import type { Auth } from './context.ts'
import { deleteUser, findUser, listUsers } from './store/users.ts'
import { transact } from './transact.ts'

/** Access to the accounts for the console. */
export type ConsoleAccounts = ReturnType<typeof createConsoleAccounts>

export function createConsoleAccounts(auth: Auth) {
  return {
    /** Lists the 100 newest users whose email or full name contains `filter`. */
    list: (filter: string) => transact(auth, ({ sql }) => listUsers(sql, { page: 1, perPage: 100, filter })),
    find: (id: string) =>
      transact(auth, async ({ sql }) => (isUuid(id) ? await findUser(sql, id) : undefined)),
    remove: (id: string) => transact(auth, ({ sql }) => deleteUser(sql, id)),
  }
}
