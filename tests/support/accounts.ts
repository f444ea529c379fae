import { expect } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { control } from './content.ts'
import { testEnvironment } from './environment.ts'
import type { ReceivedMail } from './mail.ts'

/** A password that every new account has. */
export const password = 'correct horse battery'

const auth = { persistSession: false, autoRefreshToken: false }

/** A client of the account service that may do everything. */
export function accountAdmin() {
  const { supabaseUrl, supabaseSecretKey } = testEnvironment()
  return createClient(supabaseUrl, supabaseSecretKey, { auth })
}

/** A client of the account service as another browser has it. */
export function otherBrowser() {
  const { supabaseUrl, supabasePublishableKey } = testEnvironment()
  return createClient(supabaseUrl, supabasePublishableKey, { auth })
}

/** A unique email. Digits only, so that it does not count as a hard-coded word. */
export function createEmail(): string {
  return `${Date.now()}${Math.floor(Math.random() * 1e6)}@pseudo.example`
}

/** A person with a confirmed account. */
export async function createUser(): Promise<{ id: string; email: string }> {
  const email = createEmail()
  const { data, error } = await accountAdmin().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    // As if confirmed on the site: a sign-in link then requires no new password.
    app_metadata: { password_proved: true },
  })
  if (error) throw error
  return { id: data.user.id, email }
}

/** Removes limits on emails for tests, and ends faults of accounts. */
export async function resetAccounts(): Promise<void> {
  await control('faults', { vendor: 'supabase', clear: true })
  await control('accounts/settings', {
    rateLimits: false,
    rateEmail: 100_000,
    mailInterval: 0,
    otpExpiry: 3600,
    passwordNeedsReauthentication: false,
    passwordNeedsCurrent: false,
    passwordCharacters: [],
    leakedPasswords: false,
    captcha: false,
  })
}

/** Changes settings of the account service, see packages/local-cloud/docs/auth-settings.md. */
export const setAccounts = (settings: Record<string, unknown>) => control('accounts/settings', settings)

/** Makes the account service go wrong, see packages/local-cloud/docs/console.md. */
export const breakAccounts = (fault: { status?: number; delayMs?: number; lose?: string; count?: number }) =>
  control('faults', { vendor: 'supabase', ...fault })

/** The kind of the e-mails that the site sends itself. */
export const siteMail = 'message'

/**
 * Waits for an email of a kind, and returns the link and the code of the latest.
 *
 * @param count - how many must have arrived: a mail that follows the response may come after the one before it was read
 */
export async function mailTo(
  email: string,
  kind: string,
  count = 1,
): Promise<{ link: string; code: string }> {
  let found: ReceivedMail | undefined
  await expect(async () => {
    const { mails } = await control<{ mails: ReceivedMail[] }>(`mails?to=${encodeURIComponent(email)}`)
    const ofKind = mails.filter((mail) => mail.kind === kind)
    expect(ofKind.length, `${kind} to ${email}`).toBeGreaterThanOrEqual(count)
    found = ofKind[0]
  }).toPass({ timeout: 10_000 })
  const link = /href="([^"]+)"/.exec(found?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
  const code = /\b\d{6}\b/.exec(found?.text.replace(/https?:\S+/g, '') ?? '')?.[0] ?? ''
  return { link, code }
}

/** The number of emails to a recipient. */
export async function countMails(email: string): Promise<number> {
  const { mails } = await control<{ mails: unknown[] }>(`mails?source=auth&to=${encodeURIComponent(email)}`)
  return mails.length
}
