/** Replaces `lib/auth/server/clients`: creates links, sets passwords and ends sessions, and never fails. */
const done = async () => ({ error: null })
const properties = { hashed_token: 'token', verification_type: 'invite' }
const generateLink = async () => ({ data: { properties }, error: null })

export const fetchAccounts = async () => Response.json({})
export const createAdminClient = () => ({ auth: { admin: { signOut: done, generateLink } } })
