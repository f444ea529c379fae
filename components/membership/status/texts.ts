import type { HomePageQueryResult } from '@/lib/content/types.generated'

type Messages = NonNullable<NonNullable<HomePageQueryResult>['messages']>

/** What the status card says; any of it may be missing. */
export type StatusTexts = Partial<NonNullable<Messages['subscription']>>
