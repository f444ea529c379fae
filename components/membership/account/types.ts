import type { SupabaseClient } from '@supabase/supabase-js'
import type { AccountPageQueryResult } from '@/lib/content/types.generated'
import type { TextsOf } from '../forms/texts'

/** What the account page says. */
export type AccountTexts = TextsOf<NonNullable<AccountPageQueryResult>>

/** What each part of the account page needs. */
export type SectionProps = {
  texts: AccountTexts
  client: SupabaseClient
  /** The member's address. */
  email: string
}
