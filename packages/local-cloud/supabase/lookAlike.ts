import { randomUUID } from 'node:crypto'
import type { Metadata } from './store/types.ts'
import { AUDIENCE } from './store/users.ts'

/**
 * What somebody gets who signs up with an address that has a confirmed account: a user that doesn't exist, which
 * differs by its empty `identities` (https://supabase.com/docs/reference/javascript/auth-signup). Its owner hears nothing of it.
 */
export function lookAlikeUser(email: string, data: Metadata, now: Date): Record<string, unknown> {
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
