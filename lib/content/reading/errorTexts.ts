import type { ErrorPageQueryResult } from '../types.generated'

/**
 * The strings of the `errorPage` document at build time, since an error page cannot query a failing CMS.
 * `next.config.ts` sets `ERROR_PAGE_TEXTS`.
 */
export const errorTexts: Partial<NonNullable<ErrorPageQueryResult>> = JSON.parse(
  process.env.ERROR_PAGE_TEXTS || '{}',
)
