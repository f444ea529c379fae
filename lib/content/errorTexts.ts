/** What the error page says. */
export type ErrorTexts = {
  title: string | null
  heading: string | null
  text: string | null
  retryLabel: string | null
  homeLabel: string | null
}

/**
 * The texts of the `errorPage` document as they were when the site was built: an error page cannot ask
 * the CMS, which may be what failed. `next.config.ts` puts them into the variable.
 */
export const errorTexts: Partial<ErrorTexts> = JSON.parse(process.env.ERROR_PAGE_TEXTS || '{}')
