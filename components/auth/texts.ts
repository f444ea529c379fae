import { minPasswordLength } from '@/lib/auth/browser/fields'
import type { ProblemName } from '@/lib/auth/browser/problems'
import { isText } from '@/lib/content/contentGuards'
import { fillTemplate } from '@/lib/content/format'
import type { SignInPageQueryResult } from '@/lib/content/types.generated'

type Shared = NonNullable<NonNullable<NonNullable<SignInPageQueryResult>['messages']>['account']>

/** What the pages of accounts share: labels, errors, explanations. Any of it may be missing. */
export type SharedTexts = { [Name in keyof Shared]?: string }

/** What a page of accounts says, with what all of them share. */
export type TextsOf<Page> = SharedTexts & {
  [Name in keyof Omit<NonNullable<Page>, '_id' | 'seo' | 'messages'>]?: string
}

/** The document of a page of accounts, as its query gets it. */
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

/** The words of a page for its forms; what is not a text is left out, whatever the lake holds. */
export function textsOf<Page extends AuthDocument | null>(document: NonNullable<Page>): TextsOf<Page> {
  const { _id, seo, messages, ...page } = document
  return Object.fromEntries(
    Object.entries({ ...messages?.account, ...page }).filter(([, text]) => isText(text)),
  ) as TextsOf<Page>
}

/** The message of a problem; never nothing, or a failure would go unnoticed. */
export function explain(problem: ProblemName, texts: SharedTexts): string {
  return fillTemplate(texts[problem] ?? texts.unexpected ?? '!', { min: minPasswordLength })
}
