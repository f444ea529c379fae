/**
 * Where messages go. Next inlines `NEXT_PUBLIC_*` at build time, so each variable is read by its full name;
 * `lib/env.ts` has validated them before any of this runs.
 */
export const mailService = {
  origin: process.env.NEXT_PUBLIC_EMAILJS_ORIGIN || 'https://api.emailjs.com',
  publicKey: process.env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY ?? '',
  serviceId: process.env.NEXT_PUBLIC_EMAILJS_SERVICE_ID ?? '',
  templateId: process.env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID ?? '',
  blockHeadless: process.env.NEXT_PUBLIC_EMAILJS_BLOCK_HEADLESS !== 'false',
}
