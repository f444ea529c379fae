import { minPasswordLength } from '@/lib/auth/browser/fields'
import type { ProblemName } from '@/lib/auth/browser/problems'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import type { Messages } from '@/lib/messages/areas'

/** Texts that all account pages share: labels, errors, explanations. */
export type SharedTexts = Messages['account']

/** The texts of an account page, with the shared ones. */
export type PageTexts<Page> = SharedTexts & {
  [Name in keyof Omit<NonNullable<Page>, '_id' | 'seo'>]?: string
}

/** The document of an account page, as its query returns it. */
export type AuthDocument = {
  _id: string
  seo: unknown
  heading: string | null
  lead: string | null
  /** The heading for visitors who are not signed in; by default `heading`. */
  visitorHeading?: string | null
}

/** Returns the page's and the shared texts for its forms, without empty texts and other values of the page. */
export function getTexts<Page extends AuthDocument | null>(
  document: NonNullable<Page>,
  sharedTexts: SharedTexts,
): PageTexts<Page> {
  const { _id, seo, ...page } = document
  return {
    ...sharedTexts,
    ...Object.fromEntries(Object.entries(page).filter(([, text]) => isText(text))),
  } as PageTexts<Page>
}

/** Returns the message of a problem. */
export function formatProblem(problem: ProblemName, texts: SharedTexts): string {
  return fillTemplate(texts[problem], { min: minPasswordLength })
}
