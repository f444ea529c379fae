import { z } from 'zod'
import type { LakeAccess } from './sanityClient.ts'
import { apiVersion, manage } from './sanityManagement.ts'

const hookName = 'Refresh the site'

const registrationSchema = z.looseObject({ id: z.string(), name: z.string(), dataset: z.string() })

/** What the site asks to be told: every change of a published document, as its id and type. */
function registration(cloud: LakeAccess, siteOrigin: string) {
  return {
    type: 'document',
    name: hookName,
    url: `${siteOrigin}/api/sanity/webhook`,
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

async function ownHooks(cloud: LakeAccess) {
  const all = z.array(registrationSchema).parse(await manage(cloud, 'GET', hooksOf(cloud)))
  // A staging site may have another dataset of the same project.
  return all.filter(({ name, dataset }) => name === hookName && dataset === cloud.NEXT_PUBLIC_SANITY_DATASET)
}

/**
 * Whether the content lake tells the site about every published change.
 *
 * @param siteOrigin - for example `https://example.com`
 * @throws Problem when the lake refuses
 */
export async function isWebhookRegistered(cloud: LakeAccess, siteOrigin: string): Promise<boolean> {
  const wanted = registration(cloud, siteOrigin)
  return (await ownHooks(cloud)).some((hook) => includes(hook, wanted))
}

/**
 * Makes sure that the content lake tells the site about every published change: exactly one registration of ours
 * for the dataset, with the current address and secret. Safe to repeat. One that is there is made anew, since it shows its
 * secret to nobody; what is published in between the site finds by itself (CONTENT_REVALIDATE_SECONDS).
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @throws Problem when the lake refuses
 */
export async function registerWebhook(
  cloud: LakeAccess & { SANITY_WEBHOOK_SECRET: string },
  siteOrigin: string,
): Promise<void> {
  for (const { id } of await ownHooks(cloud)) await manage(cloud, 'DELETE', `${hooksOf(cloud)}/${id}`)
  const wanted = { ...registration(cloud, siteOrigin), secret: cloud.SANITY_WEBHOOK_SECRET }
  await manage(cloud, 'POST', hooksOf(cloud), wanted)
}
