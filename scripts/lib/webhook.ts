import { z } from 'zod'
import { explain, Problem } from './problem.ts'
import type { ContentLakeAccess } from './sanityClient.ts'
import { apiVersion, manage, SanityRefusal } from './sanityManagement.ts'

/** The name of the site's webhook in Sanity's settings. */
export const hookName = 'Refresh the site'

const registrationSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  dataset: z.string(),
  url: z.string(),
})

const getWebhookUrl = (siteOrigin: string) => `${siteOrigin}/api/sanity/webhook`

/** The webhook's rule: every change of a published document, as its id and type. */
function registration(cloud: ContentLakeAccess, siteOrigin: string) {
  return {
    type: 'document',
    name: hookName,
    url: getWebhookUrl(siteOrigin),
    dataset: cloud.NEXT_PUBLIC_SANITY_DATASET,
    apiVersion,
    rule: {
      on: ['create', 'update', 'delete'],
      filter: '!(_id in path("_.**"))',
      projection: '{_id, _type}',
    },
    httpMethod: 'POST',
    includeDrafts: false,
    isDisabledByUser: false,
  }
}

function includes(found: unknown, wanted: unknown): boolean {
  if (wanted === null || typeof wanted !== 'object') return found === wanted
  if (found === null || typeof found !== 'object') return false
  const entries = new Map(Object.entries(found))
  return Object.entries(wanted).every(([key, value]) => includes(entries.get(key), value))
}

const getHooksPath = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: ContentLakeAccess) =>
  `/hooks/projects/${project}`

/** The webhooks of the dataset, those of all datasets included: the one of this site, and all others. */
async function listHooks(cloud: ContentLakeAccess, siteOrigin: string) {
  const { NEXT_PUBLIC_SANITY_DATASET: ownDataset } = cloud
  const all = z.array(registrationSchema).parse(await manage(cloud, 'GET', getHooksPath(cloud)))
  const inDataset = all.filter(({ dataset }) => dataset === ownDataset || dataset === '*')
  // Another site on the same dataset has a webhook of the same name.
  const isOwn = ({ name, url, dataset }: z.infer<typeof registrationSchema>) =>
    name === hookName && url === getWebhookUrl(siteOrigin) && dataset === ownDataset
  return { own: inDataset.filter(isOwn), others: inDataset.filter((hook) => !isOwn(hook)) }
}

/** The webhooks of a dataset. */
export type Webhooks = {
  /** Whether one sends every published change to the site. */
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
export async function readWebhooks(cloud: ContentLakeAccess, siteOrigin: string): Promise<Webhooks> {
  const wanted = registration(cloud, siteOrigin)
  const { own, others } = await listHooks(cloud, siteOrigin)
  const callsSite = ({ url }: { url: string }) => url === getWebhookUrl(siteOrigin)
  return {
    isRegistered: own.some((hook) => includes(hook, wanted)),
    namesToSite: others.filter(callsSite).map(({ name }) => name),
    otherUrls: others.filter((hook) => !callsSite(hook)).map(({ url }) => url),
  }
}

/**
 * Registers the webhook that sends every published change to the site, with the current secret, and deletes earlier
 * registrations with the same name and URL: their secret cannot be read. The new one comes first, so that no change is
 * missed when a deletion fails; where the plan has no room for both, the old one goes first. Safe to repeat.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @throws Problem when Sanity refuses
 */
export async function registerWebhook(
  cloud: ContentLakeAccess & { SANITY_WEBHOOK_SECRET: string },
  siteOrigin: string,
): Promise<void> {
  const { own } = await listHooks(cloud, siteOrigin)
  const wanted = { ...registration(cloud, siteOrigin), secret: cloud.SANITY_WEBHOOK_SECRET }
  const create = () => manage(cloud, 'POST', getHooksPath(cloud), wanted)
  const deleteOwn = async () => {
    for (const { id } of own) await manage(cloud, 'DELETE', `${getHooksPath(cloud)}/${id}`)
  }
  try {
    await create()
  } catch (error) {
    const mayBeLimit = error instanceof SanityRefusal && error.status >= 400 && error.status < 500
    if (!mayBeLimit || own.length === 0) throw error
    await deleteOwn()
    return void (await create().catch((again: unknown) => {
      throw new Problem(
        `${explain(again)} The site has no webhook now: run npm run provision again, or create “${hookName}” at ` +
          'sanity.io/manage (API, Webhooks), as docs/configuration.md says.',
      )
    }))
  }
  await deleteOwn()
}
