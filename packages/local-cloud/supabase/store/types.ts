/** A user's `user_metadata`, which the user can change, or `app_metadata`, which only the application can change. */
export type Metadata = Record<string, unknown>

/** The columns of `auth.users` that Auth reads. */
export type UserRow = {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  created_at: Date | null
  updated_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
}

/** A row of `auth.identities`. */
export type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: Date | null
  created_at: Date | null
  updated_at: Date | null
  email: string | null
}

/** The columns of `auth.mfa_factors` that Auth reads. */
export type FactorRow = {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: string
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  secret: string | null
  last_challenged_at: Date | null
}

/** A user with identities and factors. */
export type User = UserRow & { identities: IdentityRow[]; factors: FactorRow[] }

/** The columns of `auth.sessions` that Auth reads. */
export type SessionRow = {
  id: string
  user_id: string
  created_at: Date
  updated_at: Date
  factor_id: string | null
  aal: 'aal1' | 'aal2'
}
