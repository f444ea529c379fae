import { createHash, randomBytes } from 'node:crypto'
import { sameSecret } from '../crypto/compare.ts'
import type { SigningKeys } from './signingKeys.ts'

/** What an API key may do before anybody has signed in. */
export type ApiRole = 'anon' | 'service_role'

/** The keys of https://supabase.com/docs/guides/api/api-keys. */
export type ApiKeys = { publishable: string; secret: string }

function withChecksum(prefix: string): string {
  const body = `${prefix}${randomBytes(16).toString('base64url')}`
  return `${body}_${createHash('sha256').update(body).digest('base64url').slice(0, 8)}`
}

/** A new publishable key (`sb_publishable_…`) and secret key (`sb_secret_…`). */
export function createApiKeys(): ApiKeys {
  return { publishable: withChecksum('sb_publishable_'), secret: withChecksum('sb_secret_') }
}

/** The role that an API key stands for: a publishable, secret or legacy one. Undefined for any other text. */
export async function roleOfApiKey(
  key: string,
  apiKeys: ApiKeys,
  signingKeys: SigningKeys,
): Promise<ApiRole | undefined> {
  const candidates: [string, ApiRole][] = [
    [apiKeys.publishable, 'anon'],
    [apiKeys.secret, 'service_role'],
    [await signingKeys.legacyKey('anon'), 'anon'],
    [await signingKeys.legacyKey('service_role'), 'service_role'],
  ]
  return candidates.map(([known, role]) => (sameSecret(known, key) ? role : undefined)).find(Boolean)
}
