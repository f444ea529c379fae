import { minPasswordLength } from '@/lib/auth/browser/fields'
import type { ProblemName } from '@/lib/auth/browser/problems'
import { isText } from '@/lib/content/contentGuards'
import { fillTemplate } from '@/lib/content/format'
import type { SignInPageQueryResult } from '@/lib/content/types.generated'

type SharedTextName = NonNullable<NonNullable<NonNullable<SignInPageQueryResult>['messages']>['account']>

/** Shared texts of the pages of accounts: labels, errors, explanations. Any may be missing. */
export type SharedTexts = { [Name in keyof SharedTextName]?: string }

/** The texts of a page of accounts, with the shared ones. */
export type PageTexts<Page> = SharedTexts & {
  [Name in keyof Omit<NonNullable<Page>, '_id' | 'seo' | 'messages'>]?: string
}

/** The document of a page of accounts, as its query returns it. */
export type AuthDocument = {
  _id: string
  seo: unknown
  messages: { account?: SharedTexts | null } | null
  heading: string | null
  lead: string | null
  submit?: string | null
  /** For visitors, where the form is for users only. */
  visitorHeading?: string | null
}

/** The texts of a page for its forms; values that are no texts are left out. */
export function getTexts<Page extends AuthDocument | null>(document: NonNullable<Page>): PageTexts<Page> {
  const { _id, seo, messages, ...page } = document
  return Object.fromEntries(
    Object.entries({ ...messages?.account, ...page }).filter(([, text]) => isText(text)),
  ) as PageTexts<Page>
}

/** The message of a problem; never nothing, or a failure would go unnoticed. */
export function formatProblem(problem: ProblemName, texts: SharedTexts): string {
  return fillTemplate(texts[problem] ?? texts.unexpected ?? '!', { min: minPasswordLength })
}
