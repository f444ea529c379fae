import { z } from 'zod'
import { Findings } from './findings.ts'
import type { Settings } from './settings.ts'
import { checkProject } from './supabaseProject.ts'

const settingsSchema = z.object({
  external: z.object({ email: z.boolean() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
})

/** Long enough for a paused project to start. */
const timeoutMs = 60_000

/** Checks that Supabase Auth accepts the publishable and the secret key, and has the settings that the site needs. */
export async function checkSupabase(settings: Settings): Promise<Findings> {
  const findings = new Findings('Supabase')
  const {
    NEXT_PUBLIC_SUPABASE_URL: url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
    SUPABASE_SECRET_KEY,
  } = settings
  const request = async (path: string, apikey: string) => {
    const response = await fetch(`${url}/auth/v1${path}`, {
      headers: { apikey, ...(apikey === SUPABASE_SECRET_KEY ? { Authorization: `Bearer ${apikey}` } : {}) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`${path} responded ${response.status}.`)
    return response.json()
  }
  await findings.attempt('Accounts do not accept the publishable key', async () => {
    const authSettings = settingsSchema.parse(
      await request('/settings', NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY),
    )
    findings.pass('Accounts accept the publishable key.')
    const { external, disable_signup, mailer_autoconfirm } = authSettings
    findings.expect(external.email, 'Sign-in by email is on.', 'Turn the email provider on.')
    findings.expect(!disable_signup, 'Visitors may sign up.', 'Sign-up is turned off: allow it.')
    findings.expect(
      !mailer_autoconfirm,
      'Emails are confirmed with a link.',
      'Emails are accepted without a confirmation: turn "Confirm email" on.',
    )
  })
  await findings.attempt('The secret key is not accepted', async () => {
    await request('/admin/users?page=1&per_page=1', SUPABASE_SECRET_KEY)
    findings.pass('The secret key can manage accounts.')
  })
  await checkProject(settings, findings)
  return findings
}
