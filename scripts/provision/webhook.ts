import { z } from 'zod'
import { formatError, Problem } from '../lib/command.ts'
import type { ContentLakeAccess } from '../lib/sanityClient.ts'
import { managementApiVersion, requestManagementApi, SanityApiError } from './sanityManagement.ts'

/** The name of the site's webhook in Sanity's settings. */
export const hookName = 'Refresh the site'

const hooksSchema = z.array(
  z.looseObject({ id: z.string(), name: z.string(), dataset: z.string(), url: z.string() }),
)

/** Creates the webhook's settings: it sends the id and type of every published document that changes. */
const createRegistration = (access: ContentLakeAccess, siteOrigin: string) => ({
  type: 'document',
  name: hookName,
  url: `${siteOrigin}/api/sanity/webhook`,
  dataset: access.NEXT_PUBLIC_SANITY_DATASET,
  apiVersion: managementApiVersion,
  rule: {
    on: ['create', 'update', 'delete'],
    filter: '!(_id in path("_.**"))',
    projection: '{_id, _type}',
  },
  httpMethod: 'POST',
  includeDrafts: false,
  isDisabledByUser: false,
})

/** Whether an object has all properties of another one, with the same values. */
function includesProperties(actual: unknown, expected: unknown): boolean {
  if (expected === null || typeof expected !== 'object') return actual === expected
  if (actual === null || typeof actual !== 'object') return false
  const entries = new Map(Object.entries(actual))
  return Object.entries(expected).every(([key, value]) => includesProperties(entries.get(key), value))
}

const getHooksPath = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: ContentLakeAccess) =>
  `/hooks/projects/${project}`

/** Lists the webhooks that apply to the dataset, also those registered for all datasets: this site's, and others. */
async function listHooks(access: ContentLakeAccess, siteOrigin: string) {
  const { name, url, dataset } = createRegistration(access, siteOrigin)
  const allHooks = hooksSchema.parse(await requestManagementApi(access, 'GET', getHooksPath(access)))
  // Another site on the same dataset has a webhook of the same name.
  const isOwn = (hook: (typeof allHooks)[number]) =>
    hook.name === name && hook.url === url && hook.dataset === dataset
  return {
    ownHooks: allHooks.filter(isOwn),
    otherHooks: allHooks.filter((hook) => !isOwn(hook) && [dataset, '*'].includes(hook.dataset)),
  }
}

/** The webhooks of a dataset. */
export type Webhooks = {
  /** Whether a webhook sends every published change to the site. */
  isRegistered: boolean
  /** Names of other webhooks to the site, such as a manually created one. */
  namesToSite: string[]
  /** URLs of webhooks to other targets. */
  otherUrls: string[]
}

/**
 * Reads which webhooks the dataset has.
 *
 * @param siteOrigin - for example `https://example.com`
 * @throws Problem when Sanity refuses
 */
export async function readWebhooks(access: ContentLakeAccess, siteOrigin: string): Promise<Webhooks> {
  const expected = createRegistration(access, siteOrigin)
  const { ownHooks, otherHooks } = await listHooks(access, siteOrigin)
  return {
    isRegistered: ownHooks.some((hook) => includesProperties(hook, expected)),
    namesToSite: otherHooks.filter(({ url }) => url === expected.url).map(({ name }) => name),
    otherUrls: otherHooks.filter(({ url }) => url !== expected.url).map(({ url }) => url),
  }
}

/**
 * Registers the webhook that sends every published change to the site, with the current secret, and deletes earlier
 * registrations with the same name and URL: their secret cannot be read. The new one is created first, so that no change is
 * missed when a deletion fails. If Sanity refuses it, perhaps since the plan limits the number, the old one is deleted
 * first. Safe to repeat.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @throws Problem when Sanity refuses
 */
export async function registerWebhook(
  access: ContentLakeAccess & { SANITY_WEBHOOK_SECRET: string },
  siteOrigin: string,
): Promise<void> {
  const { ownHooks } = await listHooks(access, siteOrigin)
  const expected = { ...createRegistration(access, siteOrigin), secret: access.SANITY_WEBHOOK_SECRET }
  const create = () => requestManagementApi(access, 'POST', getHooksPath(access), expected)
  const deleteOwn = async () => {
    for (const { id } of ownHooks)
      await requestManagementApi(access, 'DELETE', `${getHooksPath(access)}/${id}`)
  }
  try {
    await create()
  } catch (error) {
    const mayBeLimit = error instanceof SanityApiError && error.status >= 400 && error.status < 500
    if (!mayBeLimit || ownHooks.length === 0) throw error
    await deleteOwn()
    return void (await create().catch((secondError: unknown) => {
      throw new Problem(
        `${formatError(secondError)} The site has no webhook now: run npm run provision again, or create “${hookName}” at ` +
          'sanity.io/manage (API, Webhooks), as docs/configuration.md says.',
      )
    }))
  }
  await deleteOwn()
}
