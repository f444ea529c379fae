/**
 * The Content Lake's project and dataset. Next inlines `NEXT_PUBLIC_*` at build time, so each variable is read by its
 * full name; `lib/env.ts` validates them during the build and whenever the server starts.
 */
export const projectId = process.env.NEXT_PUBLIC_SANITY_PROJECT_ID ?? ''
export const dataset = process.env.NEXT_PUBLIC_SANITY_DATASET ?? ''

/** The origin of a local Content Lake; undefined for the hosted service. */
export const apiHost: string | undefined = process.env.NEXT_PUBLIC_SANITY_API_HOST || undefined

/** The version of Sanity's API, see https://www.sanity.io/docs/content-lake/api-versioning. */
export const apiVersion = '2026-10-01'

/** The configuration of the Sanity clients of the site and its build. The Studio and scripts have their own. */
export const connection = {
  projectId,
  dataset,
  apiVersion,
  ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
}
