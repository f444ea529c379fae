/** The CAPTCHA services whose tokens EmailJS verifies. */
export type CaptchaProvider = 'recaptcha' | 'turnstile'

/** The CAPTCHA of the contact form. Turnstile also protects account forms and guests' checkouts. */
export type CaptchaSetting = { provider: CaptchaProvider; siteKey: string }

function readCaptchaSetting(): CaptchaSetting | undefined {
  const provider = process.env.NEXT_PUBLIC_CAPTCHA_PROVIDER
  const siteKey = process.env.NEXT_PUBLIC_CAPTCHA_SITE_KEY
  return siteKey && (provider === 'recaptcha' || provider === 'turnstile') ? { provider, siteKey } : undefined
}

/** The site's CAPTCHA; undefined without one. */
export const captcha = readCaptchaSetting()

/**
 * The configuration of EmailJS. Next inlines `NEXT_PUBLIC_*` at build time, so each variable is read by its full name;
 * `lib/env.ts` validates them at the build and at each start of the server.
 */
export const mailService = {
  origin: process.env.NEXT_PUBLIC_EMAILJS_ORIGIN || 'https://api.emailjs.com',
  publicKey: process.env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY ?? '',
  serviceId: process.env.NEXT_PUBLIC_EMAILJS_SERVICE_ID ?? '',
  templateId: process.env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID ?? '',
  blockHeadless: process.env.NEXT_PUBLIC_EMAILJS_BLOCK_HEADLESS !== 'false',
}

/** The minimum interval between two messages of a browser. */
export const minIntervalMs = 10_000
