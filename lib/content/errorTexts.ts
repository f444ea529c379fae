import type { ErrorPageQueryResult } from './types.generated'

/**
 * The texts of the `errorPage` document as they were when the site was built: an error page cannot ask
 * the CMS, which may be what failed. `next.config.ts` puts them into the variable.
 */
export const errorTexts: Partial<NonNullable<ErrorPageQueryResult>> = JSON.parse(
  process.env.ERROR_PAGE_TEXTS || '{}',
)
