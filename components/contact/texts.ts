import type { Messages } from '@/lib/messages/areas'

/** The texts of the contact form. */
export type ContactTexts = Messages['contactForm']
