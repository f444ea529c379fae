import { createClient } from '@sanity/client'
import { defineQuery } from 'groq'
import { smallPages } from '../../messages/smallPages'
import { omitEmptyTexts } from '../text/contentGuards'
import { withOfferValues } from '../text/offerValues'
import { connection } from './config'
import { offerNumbersQuery } from './fragments'

const errorPageQuery = defineQuery(`*[_id == "errorPage"][0]{ title, heading, text, retryLabel, homeLabel }`)

/** GROQ query for the paths that editors define: redirects, and the oldest 1,000 landing pages. */
export const routablePathsQuery = defineQuery(`{
  "redirects": *[_type == "redirects" && _id == "redirects"][0]{_id, rules[]{from, match, to, status}},
  "landingPages": *[_type == "landingPage" && defined(path)] | order(_createdAt asc, _id asc)[0...1000]{_id, path, formerPaths}
}`)

/**
 * Reads the content that a build includes for Content Lake outages: the strings of the error page, and the routable
 * paths.
 *
 * @returns both as JSON, keyed by environment variable; strings that are not published have their defaults
 * @throws an Error with one sentence when the Content Lake cannot be reached, since a build needs its content
 */
export async function fetchBuildContent() {
  const client = createClient({ ...connection, useCdn: false, maxRetries: 2 })
  const options = { cache: 'no-store' } as const
  try {
    const published = await client.fetch(errorPageQuery, {}, options)
    const texts = { ...smallPages.errorPage.defaults, ...omitEmptyTexts(published) }
    const readOffer = () => client.fetch(offerNumbersQuery, {}, options)
    return {
      ERROR_PAGE_TEXTS: JSON.stringify(await withOfferValues(texts, readOffer)),
      BUILD_ROUTABLE_PATHS: JSON.stringify(await client.fetch(routablePathsQuery, {}, options)),
    }
  } catch (error) {
    throw new Error('The Content Lake cannot be reached, so there is no content to build the site from.', {
      cause: error,
    })
  }
}
