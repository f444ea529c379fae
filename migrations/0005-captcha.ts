import type { Migration } from './types.ts'

const words = {
  captchaRequired: 'Please pass the check above the button, so that we know a person is writing.',
  failureCaptcha:
    'The check that keeps out spam could not be loaded, so nothing was sent. A content blocker or a weak connection may be in its way. What you wrote is still here.',
}

/** Adds what the contact form says about a captcha; what editors wrote in the meantime stays. */
export const captchaWords: Migration = {
  version: 5,
  title: 'Give the contact form its words about the check against spam.',
  plan: async ({ documents }) => {
    const messages = await documents('_type == "messages" && defined(contactForm)')
    return messages.map(({ _id, _rev }) => ({
      patch: {
        id: _id,
        ifRevisionID: _rev,
        setIfMissing: Object.fromEntries(
          Object.entries(words).map(([name, text]) => [`contactForm.${name}`, text]),
        ),
      },
    }))
  },
}
