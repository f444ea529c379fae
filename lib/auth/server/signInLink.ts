import 'server-only'
import { captcha } from '@/lib/contact/config'
import { log } from '@/lib/log'
import { adminClient, serverClient } from './clients'

type Visitor = {
  /** A token of Turnstile. */
  captcha: string | undefined
  clientIp: string | undefined
}

/**
 * Has the account service mail a link and a code to sign in with, or to confirm an account that is not confirmed. It
 * refuses emails without an account; a failure is logged only, since the visitor has the response by then. Where the site
 * has a CAPTCHA, the request carries no secret key: the service would let it through without a token.
 *
 * @param mail - where it goes, and where its link leads; the service accepts only URLs that it is set up for
 */
export async function mailSignInLink(
  { email, next }: { email: string; next: string },
  { captcha: captchaToken, clientIp }: Visitor,
): Promise<void> {
  const client = captcha?.provider === 'turnstile' ? serverClient() : adminClient(clientIp)
  const { error } = await client.auth.signInWithOtp({
    email,
    options: {
      shouldCreateUser: false,
      emailRedirectTo: next,
      ...(captchaToken && { captchaToken }),
    },
  })
  if (error && error.code !== 'otp_disabled') {
    log.warn('accounts', 'signInLink: mailing a link failed; the visitor can request another', error)
  }
}
