import { isUuid } from './access.ts'
import { updateByAdmin } from './adminAccounts.ts'
import { Body } from './body.ts'
import type { Auth } from './context.ts'
import { endSessions, listSessions } from './store/sessions.ts'
import type { SessionRow, User } from './store/types.ts'
import { listUsers } from './store/userList.ts'
import { deleteUser, findUser, isBanned } from './store/users.ts'
import { transact } from './transact.ts'
import { userJson } from './userJson.ts'

/** What a list tells of a user. */
export type AccountSummary = {
  id: string
  email: string | null
  confirmedAt: Date | null
  createdAt: Date | null
  lastSignInAt: Date | null
  bannedUntil: Date | null
  /** How many second factors are in use. */
  factors: number
}

/** All that is known of a user. */
export type AccountDetail = {
  summary: AccountSummary
  isBanned: boolean
  sessions: SessionRow[]
  /** As clients read it. */
  json: Record<string, unknown>
}

/** What people do with accounts by hand. What changes one does as the admin API does, and throws its AuthErrors. */
export type AccountAdmin = {
  /** A page of users, the latest first, and how many there are. `filter` is a part of the address or the full name. */
  list(request: {
    page: number
    perPage: number
    filter: string
  }): Promise<{ total: number; accounts: AccountSummary[] }>
  /** A user by id; undefined when there is none. */
  find(id: string): Promise<AccountDetail | undefined>
  /** Confirms the address. */
  confirm(id: string): Promise<void>
  /** Refuses sign-in for a time such as `24h`; `none` lifts it. */
  ban(id: string, duration: string): Promise<void>
  /** Ends all sessions. */
  signOut(id: string): Promise<void>
  /** Removes the user with all that is theirs. */
  remove(id: string): Promise<void>
}

function summaryOf(user: User): AccountSummary {
  return {
    id: user.id,
    email: user.email,
    confirmedAt: user.email_confirmed_at,
    createdAt: user.created_at,
    lastSignInAt: user.last_sign_in_at,
    bannedUntil: user.banned_until,
    factors: user.factors.filter(({ status }) => status === 'verified').length,
  }
}

/** What people do with the accounts of this service. */
export function accountAdmin(auth: Auth): AccountAdmin {
  const change = async (id: string, fields: Record<string, unknown>) => {
    await updateByAdmin(auth, id, new Body(fields))
  }
  return {
    list: async (request) => {
      const { users, total } = await transact(auth, ({ sql }) => listUsers(sql, request))
      return { total, accounts: users.map(summaryOf) }
    },
    find: (id) =>
      transact(auth, async ({ sql, now }) => {
        const user = isUuid(id) ? await findUser(sql, id) : undefined
        if (!user) return undefined
        return {
          summary: summaryOf(user),
          isBanned: isBanned(user, now),
          sessions: await listSessions(sql, id),
          json: userJson(user),
        }
      }),
    confirm: (id) => change(id, { email_confirm: true }),
    ban: (id, duration) => change(id, { ban_duration: duration }),
    signOut: (id) => transact(auth, ({ sql }) => endSessions(sql, id)),
    remove: (id) => transact(auth, ({ sql }) => deleteUser(sql, id)),
  }
}
