import { getProperty } from '@/lib/errorCode'

/** Stripe's character limit for the label of a field in Checkout. */
export const maxSourceQuestionLength = 50

/** How a visitor came to the site: the UTM parameters of the loaded page, and the host of the page that linked to it. */
const visitSourceNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer_host',
] as const

export type VisitSource = Partial<Record<(typeof visitSourceNames)[number], string>>

/** Short values, with the characters that campaigns use. Excludes the at sign, since it may belong to an email. */
const valuePattern = /^[\p{L}\p{N} _.,:+%|~()/-]{1,100}$/u

/** Selects the known, well-formed values of a request, and omits the others. */
export function parseVisitSource(values: unknown): VisitSource {
  return Object.fromEntries(
    visitSourceNames.flatMap((name) => {
      const value = getProperty(values, name)
      return typeof value === 'string' && valuePattern.test(value) ? [[name, value]] : []
    }),
  )
}
