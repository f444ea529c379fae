import { ContactFields } from './ContactFields'
import type { ContactTexts } from './types'

/**
 * The contact form as it is delivered: complete to look at and to write in. Until the script takes over, sending does
 * nothing at all, so no visitor's words get into an address.
 */
export function StillContactForm({ texts, label }: { texts: ContactTexts; label: string | undefined }) {
  return (
    <form method="dialog" aria-label={label} className="contact-form">
      <ContactFields texts={texts} />
      <button type="submit" className="button">
        {texts.submit}
      </button>
      <div role="status" className="sr-only" />
    </form>
  )
}
