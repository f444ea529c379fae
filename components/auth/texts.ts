import { minPasswordLength } from '@/lib/auth/browser/fields'
import type { ProblemName } from '@/lib/auth/browser/problems'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import type { SignInPageQueryResult } from '@/lib/content/types.generated'

type AccountMessages = NonNullable<NonNullable<NonNullable<SignInPageQueryResult>['messages']>['account']>

/** Texts that all account pages share: labels, errors, explanations. Each may be missing. */
export type SharedTexts = { [Name in keyof AccountMessages]?: string }

/** The texts of an account page, with the shared ones. */
export type PageTexts<Page> = SharedTexts & {
  [Name in keyof Omit<NonNullable<Page>, '_id' | 'seo' | 'messages'>]?: string
}

/** The document of an account page, as its query returns it. */
export type AuthDocument = {
  _id: string
  seo: unknown
  messages: { account?: SharedTexts | null } | null
  heading: string | null
  lead: string | null
  submit?: string | null
  /** The heading for visitors who are not signed in; by default `heading`. */
  visitorHeading?: string | null
}

/** Returns the page's and the shared texts for its forms, without empty texts and other values. */
export function getTexts<Page extends AuthDocument | null>(document: NonNullable<Page>): PageTexts<Page> {
  const { _id, seo, messages, ...page } = document
  return Object.fromEntries(
    Object.entries({ ...messages?.account, ...page }).filter(([, text]) => isText(text)),
  ) as PageTexts<Page>
}

/** Returns the message of a problem. It is never empty, so that every failure is visible. */
export function formatProblem(problem: ProblemName, texts: SharedTexts): string {
  return fillTemplate(texts[problem] ?? texts.unexpected ?? '!', { min: minPasswordLength })
}
