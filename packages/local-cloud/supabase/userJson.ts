import type { FactorRow, IdentityRow, User } from './store/types.ts'

/** Omits null, undefined and empty fields, as the hosted service does. */
function omitUnset(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
}

/** Formats an identity for responses. `id` is the user's id at the provider, and `identity_id` is the row's id. */
function identityJson(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...omitUnset({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...omitUnset({ email: identity.email }),
  }
}

/** Formats a second factor for responses, without its secret. */
function factorJson(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    ...omitUnset({ friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: '',
    last_challenged_at: factor.last_challenged_at,
  }
}

/** Formats a user for responses (https://supabase.com/docs/guides/auth/users). */
export function userJson(user: User): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    ...omitUnset({ email_confirmed_at: user.email_confirmed_at, invited_at: user.invited_at }),
    phone: '',
    ...omitUnset({
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 ? { factors: user.factors.map(factorJson) } : {}),
    identities: user.identities.map(identityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...omitUnset({ banned_until: user.banned_until }),
    is_anonymous: false,
  }
}
