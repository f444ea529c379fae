import { expect } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { control } from './content.ts'
import { testEnvironment } from './environment.ts'
import type { ReceivedMail } from './mail.ts'
import { listAttributeValues } from './markup.ts'

/** The password of every test account. */
export const password = 'correct horse battery'

const clientAuthOptions = { persistSession: false, autoRefreshToken: false }

/** Creates an admin client for the account service. */
export function createAdminAuthClient() {
  const { supabaseUrl, supabaseSecretKey } = testEnvironment()
  return createClient(supabaseUrl, supabaseSecretKey, { auth: clientAuthOptions })
}

/** Creates a client for the account service, without a session, as in a new browser. */
export function createAuthClient() {
  const { supabaseUrl, supabasePublishableKey } = testEnvironment()
  return createClient(supabaseUrl, supabasePublishableKey, { auth: clientAuthOptions })
}

/** Returns a unique email address. */
export function createEmail(): string {
  return `${Date.now()}${Math.floor(Math.random() * 1e6)}@pseudo.example`
}

/** Creates a user whose email the site considers verified (`ownsEmail`). */
export async function createUser(): Promise<{ id: string; email: string }> {
  const email = createEmail()
  const { data, error } = await createAdminAuthClient().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { verified_email: email },
  })
  if (error) throw error
  return { id: data.user.id, email }
}

/** Clears the account service's faults. Turns off its limits and optional checks, except the leaked-password check. */
export async function resetAccountSettings(): Promise<void> {
  await control('faults', { vendor: 'supabase', clear: true })
  await control('accounts/settings', {
    rateLimits: false,
    rateEmail: 100_000,
    mailInterval: 0,
    otpExpiry: 3600,
    passwordNeedsReauthentication: false,
    passwordNeedsCurrent: false,
    passwordCharacters: [],
    leakedPasswords: true,
    captcha: false,
  })
}

/** Changes settings of the account service. They are defined in packages/local-cloud/supabase/config.ts. */
export const updateAccountSettings = (settings: Record<string, unknown>) =>
  control('accounts/settings', settings)

/** Injects a fault into the account service. packages/local-cloud/docs/console.md describes the options. */
export const setAccountsFault = (fault: { status: number }) =>
  control('faults', { vendor: 'supabase', ...fault })

/** The `kind` of emails that the site itself sends. */
export const siteMailKind = 'message'

/**
 * Waits for emails of a kind. Returns the link and the code in the latest one; each is an empty string if missing.
 *
 * @param email - the recipient's email address
 * @param count - the number of emails of this kind to wait for, since an email can arrive after the response
 */
export async function waitForEmail(
  email: string,
  kind: string,
  count = 1,
): Promise<{ link: string; code: string }> {
  let latestMail: ReceivedMail | undefined
  await expect(async () => {
    const { mails } = await control<{ mails: ReceivedMail[] }>(`mails?to=${encodeURIComponent(email)}`)
    const mailsOfKind = mails.filter((mail) => mail.kind === kind)
    expect(mailsOfKind.length, `${kind} to ${email}`).toBeGreaterThanOrEqual(count)
    latestMail = mailsOfKind[0]
  }).toPass({ timeout: 10_000 })
  const link = listAttributeValues(latestMail?.html ?? '', 'href')[0] ?? ''
  const code =
    /\b\d{6}\b/.exec(latestMail?.html.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ') ?? '')?.[0] ?? ''
  return { link, code }
}

/** Counts the account service's emails to an email address. */
export async function countEmails(email: string): Promise<number> {
  const { mails } = await control<{ mails: unknown[] }>(`mails?source=auth&to=${encodeURIComponent(email)}`)
  return mails.length
}
