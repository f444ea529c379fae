import { defineQuery } from 'groq'
import type { Environment } from '@/lib/env'
import { smallPages } from '../../messages/smallPages'
import { isText } from '../text/contentGuards'
import { withOfferValues } from '../text/offerValues'
import { createBuildClient } from './buildClient'
import { offerNumbersQuery } from './fragments'

const errorPageQuery = defineQuery(`*[_id == "errorPage"][0]{ title, heading, text, retryLabel, homeLabel }`)

/**
 * Reads the texts of the error page, once, for the build.
 *
 * @returns the texts as JSON: those of the published document, or else the defaults
 * @throws an Error with one sentence when the Content Lake cannot be reached, since a build needs its content
 */
export async function fetchErrorTexts(env: Environment, apiVersion: string): Promise<string> {
  const client = createBuildClient(env, apiVersion)
  try {
    const texts = await client.fetch(errorPageQuery, {}, { cache: 'no-store' })
    const ownTexts = Object.entries(texts ?? {}).filter(([, text]) => isText(text))
    return JSON.stringify(
      await withOfferValues({ ...smallPages.errorPage.defaults, ...Object.fromEntries(ownTexts) }, () =>
        client.fetch(offerNumbersQuery, {}, { cache: 'no-store' }),
      ),
    )
  } catch (error) {
    throw new Error('The Content Lake cannot be reached, so there is no content to build the site from.', {
      cause: error,
    })
  }
}
