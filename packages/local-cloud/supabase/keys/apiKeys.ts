import { createHash, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../http/secrets.ts'

export type ApiRole = 'anon' | 'service_role'

/** The keys described in https://supabase.com/docs/guides/api/api-keys. */
export type ApiKeys = { publishable: string; secret: string }

function createApiKey(prefix: string): string {
  const body = `${prefix}${randomBytes(16).toString('base64url')}`
  return `${body}_${createHash('sha256').update(body).digest('base64url').slice(0, 8)}`
}

/** A new publishable key (`sb_publishable_…`) and secret key (`sb_secret_…`). */
export function createApiKeys(): ApiKeys {
  return { publishable: createApiKey('sb_publishable_'), secret: createApiKey('sb_secret_') }
}

/** The role of an API key; undefined for an unknown key. */
export function findApiKeyRole(key: string, apiKeys: ApiKeys): ApiRole | undefined {
  if (isSameSecret(apiKeys.secret, key)) return 'service_role'
  return isSameSecret(apiKeys.publishable, key) ? 'anon' : undefined
}
