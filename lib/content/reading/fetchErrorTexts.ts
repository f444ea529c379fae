import { defineQuery } from 'groq'
import type { Environment } from '@/lib/env'
import { withOfferValues } from '../text/offerValues'
import { createBuildClient } from './buildClient'
import { offerNumbersQuery } from './fragments'

const errorPageQuery = defineQuery(`*[_id == "errorPage"][0]{ title, heading, text, retryLabel, homeLabel }`)

/**
 * Reads the texts of the error page, once, for the build.
 *
 * @returns the texts as JSON, empty when the document is not published
 * @throws an Error with one sentence when the Content Lake cannot be reached, since a build needs its content
 */
export async function fetchErrorTexts(env: Environment, apiVersion: string): Promise<string> {
  const client = createBuildClient(env, apiVersion)
  try {
    const texts = await client.fetch(errorPageQuery, {}, { cache: 'no-store' })
    return JSON.stringify(
      (await withOfferValues(texts, () => client.fetch(offerNumbersQuery, {}, { cache: 'no-store' }))) ?? {},
    )
  } catch (error) {
    throw new Error('The Content Lake cannot be reached, so there is no content to build the site from.', {
      cause: error,
    })
  }
}
