import type { SignInPageQueryResult } from '@/lib/content/types.generated'
import type { TextsOf } from '../forms/texts'

/** What the page to sign in says. */
export type SignInTexts = TextsOf<NonNullable<SignInPageQueryResult>>
