import 'server-only'
import { log } from '@/lib/log'
import { adminClient } from './clients'

/**
 * Has the account service mail a link and a code to sign in with, or to confirm an account that is not confirmed. It
 * refuses emails without an account; a failure is logged only, since the visitor has the response by then.
 *
 * @param next - where the link leads; the service accepts only URLs that it is set up for
 * @param clientIp - the visitor's IP, which the service counts
 */
export async function mailSignInLink(
  email: string,
  next: string,
  clientIp: string | undefined,
): Promise<void> {
  const { error } = await adminClient(clientIp).auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: next },
  })
  if (error && error.code !== 'otp_disabled') {
    log.warn('accounts', 'signInLink: mailing a link failed; the visitor can request another', error)
  }
}
