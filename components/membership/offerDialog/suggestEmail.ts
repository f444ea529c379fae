import { run } from '@zootools/email-spell-checker'

/** Returns the likely correction of an email with a mistyped domain ("ada@gmial.com"); undefined without one. */
export function suggestEmail(email: string): string | undefined {
  return run({ email })?.full
}
