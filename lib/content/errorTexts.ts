import type { ErrorPageQueryResult } from './types.generated'

/**
 * The texts of the `errorPage` document at build time: an error page cannot query the CMS, which may have failed.
 * `next.config.ts` sets the variable.
 */
export const errorTexts: Partial<NonNullable<ErrorPageQueryResult>> = JSON.parse(
  process.env.ERROR_PAGE_TEXTS || '{}',
)
