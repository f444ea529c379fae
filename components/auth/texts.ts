import { minPasswordLength } from '@/lib/auth/browser/fields'
import type { ProblemName } from '@/lib/auth/browser/problems'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import type { AuthPageQueryResult } from '@/lib/content/types.generated'
import type { accountPages } from '@/lib/messages/accountPages'
import type { Messages } from '@/lib/messages/areas'

/** The strings that all account pages share: labels, errors, explanations. */
export type SharedTexts = Messages['account']

/** The strings of an account page, with the shared ones. None is empty. */
export type PageTexts<Name extends keyof typeof accountPages> = SharedTexts &
  (typeof accountPages)[Name]['defaults']

/** The document of an account page, as its query returns it. */
export type AuthDocument = NonNullable<AuthPageQueryResult>

/** Returns the page's own strings and the shared ones, without the page's other fields. */
export function getTexts<Name extends keyof typeof accountPages>(
  page: AuthDocument,
  sharedTexts: SharedTexts,
): PageTexts<Name> {
  const texts = Object.entries(page).filter(([name, text]) => !name.startsWith('_') && isText(text))
  // `completePage` has added the defaults of strings that no editor has entered.
  return { ...sharedTexts, ...Object.fromEntries(texts) } as PageTexts<Name>
}

/** Returns the message for a problem. */
export function formatProblem(problem: ProblemName, texts: SharedTexts): string {
  return fillTemplate(texts[problem], { min: minPasswordLength })
}
