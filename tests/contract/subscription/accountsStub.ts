// A stub of `lib/auth/server/clients`: creating links and ending sessions always succeed.

const succeed = async () => ({ error: null })
const properties = { hashed_token: 'token', verification_type: 'invite' }
const generateLink = async () => ({ data: { properties }, error: null })

export const createAdminClient = () => ({ auth: { admin: { signOut: succeed, generateLink } } })
