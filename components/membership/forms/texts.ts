import { isText } from '@/components/ui/list'
import { fillTemplate } from '@/lib/content/format'
import type { SignInPageQueryResult } from '@/lib/content/types.generated'
import { fewestCharacters } from '@/lib/membership/password'
import type { ProblemName } from '@/lib/membership/problems'

type Shared = NonNullable<NonNullable<NonNullable<SignInPageQueryResult>['messages']>['account']>

/** What the pages of members share: labels, errors, explanations. Any of it may be missing. */
export type SharedTexts = { [Name in keyof Shared]?: string }

/** What a page of members says, with what all of them share. */
export type TextsOf<Page> = SharedTexts & { [Name in keyof Omit<Page, '_id' | 'seo' | 'messages'>]?: string }

type MemberPage = { _id: string; seo: unknown; messages: { account?: SharedTexts | null } | null }

/** The words of a page for its forms; what is not a text is left out, whatever the lake holds. */
export function textsOf<Page extends MemberPage>({ _id, seo, messages, ...page }: Page): TextsOf<Page> {
  return Object.fromEntries(
    Object.entries({ ...messages?.account, ...page }).filter(([, text]) => isText(text)),
  ) as TextsOf<Page>
}

/** The message of a problem; never nothing, or a failure would go unnoticed. */
export function explain(problem: ProblemName, texts: SharedTexts): string {
  return fillTemplate(texts[problem] ?? texts.unexpected ?? '!', { min: fewestCharacters })
}
