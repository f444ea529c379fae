/**
 * The site key of Cloudflare Turnstile; undefined without a CAPTCHA. Turnstile protects account forms, guests'
 * checkouts and the contact form, whose tokens EmailJS verifies.
 */
export const turnstileSiteKey = process.env.NEXT_PUBLIC_TURNSTILE_SITE_KEY || undefined

/**
 * The EmailJS configuration. Next inlines `NEXT_PUBLIC_*` at build time, so each variable is read by its full name;
 * `lib/env.ts` validates them during the build and whenever the server starts.
 */
export const mailService = {
  origin: process.env.NEXT_PUBLIC_EMAILJS_ORIGIN || 'https://api.emailjs.com',
  publicKey: process.env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY ?? '',
  serviceId: process.env.NEXT_PUBLIC_EMAILJS_SERVICE_ID ?? '',
  templateId: process.env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID ?? '',
  blockHeadless: process.env.NEXT_PUBLIC_EMAILJS_BLOCK_HEADLESS !== 'false',
}

/** The minimum interval between two messages from one browser. */
export const minIntervalMs = 10_000
