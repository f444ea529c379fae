import { z } from 'zod'
import type { LakeAccess } from './sanityClient.ts'
import { apiVersion, manage } from './sanityManagement.ts'

const hookName = 'Refresh the site'

const registrationSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  dataset: z.string(),
  url: z.string(),
})

const urlAt = (siteOrigin: string) => `${siteOrigin}/api/sanity/webhook`

/** What the site asks to be told: every change of a published document, as its id and type. */
function registration(cloud: LakeAccess, siteOrigin: string) {
  return {
    type: 'document',
    name: hookName,
    url: urlAt(siteOrigin),
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

const hooksOf = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: project }: LakeAccess) => `/hooks/projects/${project}`

/** The webhooks of the dataset: those of this site, and the URLs of all others. */
async function listHooks(cloud: LakeAccess, siteOrigin: string) {
  const all = z.array(registrationSchema).parse(await manage(cloud, 'GET', hooksOf(cloud)))
  const inDataset = all.filter(({ dataset }) => dataset === cloud.NEXT_PUBLIC_SANITY_DATASET)
  // Another site on the same dataset has a webhook of the same name.
  const isOwn = ({ name, url }: { name: string; url: string }) =>
    name === hookName && url === urlAt(siteOrigin)
  return {
    own: inDataset.filter(isOwn),
    otherUrls: inDataset.filter((hook) => !isOwn(hook)).map(({ url }) => url),
  }
}

/**
 * Reads which webhooks the dataset has.
 *
 * @param siteOrigin - for example `https://example.com`
 * @returns whether one sends every published change to the site, and the URLs of webhooks that are not this site's
 * @throws Problem when Sanity refuses
 */
export async function readWebhooks(
  cloud: LakeAccess,
  siteOrigin: string,
): Promise<{ isRegistered: boolean; otherUrls: string[] }> {
  const wanted = registration(cloud, siteOrigin)
  const { own, otherUrls } = await listHooks(cloud, siteOrigin)
  return { isRegistered: own.some((hook) => includes(hook, wanted)), otherUrls }
}

/**
 * Registers the webhook that sends every published change to the site, with the current secret, and deletes earlier
 * registrations with the same name and URL: their secret cannot be read. The new one comes first, so that no change is
 * missed when a deletion fails. Safe to repeat.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @throws Problem when Sanity refuses
 */
export async function registerWebhook(
  cloud: LakeAccess & { SANITY_WEBHOOK_SECRET: string },
  siteOrigin: string,
): Promise<void> {
  const { own } = await listHooks(cloud, siteOrigin)
  const wanted = { ...registration(cloud, siteOrigin), secret: cloud.SANITY_WEBHOOK_SECRET }
  await manage(cloud, 'POST', hooksOf(cloud), wanted)
  for (const { id } of own) await manage(cloud, 'DELETE', `${hooksOf(cloud)}/${id}`)
}
