import { z } from 'zod'
import { readTerms } from '@/lib/membership/offer/offer'
import {
  type ContentLakeAccess,
  countDocuments,
  createContentLakeClient,
  importSeed,
} from '../lib/sanityClient.ts'
import type { Difference, Setting } from './findings.ts'
import {
  checkWebhook,
  createDataset,
  findDataset,
  registerWebhook,
  requestManagementApi,
} from './sanityManagement.ts'
import { requireVariable, type Settings } from './settings.ts'

/** Fetches the site's name and contact details, and checks the published offer. Uses no token. */
export async function fetchPublished(settings: Settings) {
  const client = createContentLakeClient(settings).withConfig({ perspective: 'published' })
  const query = `{"settings": *[_id == "siteSettings"][0]{ siteName, contactEmail, contactPhone },
    "offer": *[_id == "offer"][0]}`
  type Contact = Partial<Record<'siteName' | 'contactEmail' | 'contactPhone', string | null>>
  type Published = { settings: Contact | null; offer: object | null }
  const { settings: contact, offer } = await client.fetch<Published>(query)
  return { ...contact, problem: readTerms(offer).problem }
}

const originsSchema = z.array(
  z.looseObject({ id: z.union([z.number(), z.string()]), origin: z.string(), allowCredentials: z.boolean() }),
)

async function findOrigin(access: ContentLakeAccess, origin: string) {
  const path = `/projects/${access.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`
  const origins = originsSchema.parse(await requestManagementApi(access, 'GET', path))
  return { path, entry: origins.find((candidate) => candidate.origin === origin) }
}

/** Lets editors sign in to the Studio at an origin. An entry without credentials cannot be edited, so it is replaced. */
async function allowOrigin(access: ContentLakeAccess, origin: string): Promise<void> {
  const { path, entry } = await findOrigin(access, origin)
  if (entry) await requestManagementApi(access, 'DELETE', `${path}/${entry.id}`)
  await requestManagementApi(access, 'POST', path, { origin, allowCredentials: true })
}

/** Creates a token with the viewer role, as `sanity tokens add` does: https://www.sanity.io/docs/cli-reference/tokens */
async function createViewerToken(access: ContentLakeAccess): Promise<string> {
  const { NEXT_PUBLIC_SANITY_PROJECT_ID: id, NEXT_PUBLIC_SANITY_DATASET: dataset } = access
  const path = `/access/project/${id}/robots`
  const body = {
    label: `Site (server), ${dataset}, ${new Date().toISOString().slice(0, 10)}`,
    memberships: [{ resourceType: 'project', resourceId: id, roleNames: ['viewer'] }],
  }
  const created = await requestManagementApi(access, 'POST', path, body)
  return z.looseObject({ token: z.string().min(20) }).parse(created).token
}

/**
 * Returns the Sanity settings: the project's (which require an administrator's token), the published offer, and whether
 * webhooks reach the site.
 */
export function listSanitySettings(settings: Settings): Setting[] {
  const { NEXT_PUBLIC_SITE_URL: site } = settings
  return [
    ...(settings.SANITY_API_WRITE_TOKEN
      ? listProjectSettings(settings)
      : [requireVariable(settings, 'SANITY_API_WRITE_TOKEN', "set it to an administrator's token.")]),
    {
      wanted: 'The published offer can be sold.',
      check: async () => {
        const { problem } = await fetchPublished(settings)
        return problem && `Nothing can be sold: ${problem}`
      },
    },
    { wanted: `${site} accepts webhooks.`, check: () => checkReachability(site) },
  ]
}

/** Returns the project's settings: the site's token, the dataset and its content, the CORS origin and the webhook. */
function listProjectSettings(settings: Settings): Setting[] {
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  return [
    {
      wanted: 'The site has its own token for reading drafts.',
      check: async () =>
        settings.SANITY_API_READ_TOKEN === settings.SANITY_API_WRITE_TOKEN
          ? 'There is no token with the viewer role.'
          : undefined,
      write: async (store) => store('SANITY_API_READ_TOKEN', await createViewerToken(settings)),
    },
    {
      wanted: `The dataset "${dataset}" exists.`,
      check: async () => {
        const found = await findDataset(settings)
        if (found?.aclMode && found.aclMode !== 'public')
          return {
            obstacle: `The dataset "${dataset}" is not public, and the site reads it without a token: open sanity.io/manage, Datasets, and make it public, or run npx sanity dataset visibility set ${dataset} public.`,
          }
        return found ? undefined : `There is no dataset "${dataset}".`
      },
      write: () => createDataset(settings),
    },
    {
      wanted: 'The dataset has content, or is empty for a restore.',
      check: async () => {
        const hasContent = (await findDataset(settings)) && (await countDocuments(settings)) > 0
        return hasContent || settings.skipsSeed ? undefined : 'The dataset has no content yet.'
      },
      write: () => importSeed(settings),
    },
    {
      wanted: `Editors can sign in to the Studio at ${site}.`,
      check: async () =>
        (await findOrigin(settings, site)).entry?.allowCredentials
          ? undefined
          : `${site} is not among the CORS origins with credentials.`,
      write: () => allowOrigin(settings, site),
    },
    {
      wanted: 'A webhook sends every published change to the site, signed with the current secret.',
      check: () => checkWebhook(settings, site),
      write: () => registerWebhook(settings, site),
      // Sanity does not return the secret, so it cannot be compared.
      isAlwaysWritten: true,
    },
  ]
}

/** Checks that webhooks reach the site. Webhooks don't follow redirects or send a password. */
async function checkReachability(site: string): Promise<Difference | undefined> {
  const health = `${site}/api/health`
  const request = { redirect: 'manual', signal: AbortSignal.timeout(5000) } as const
  const response = await fetch(health, request).catch(() => undefined)
  if (!response)
    return { advice: `${health} does not respond. Webhooks arrive once the site is deployed there.` }
  if (response.ok) return undefined
  const location = response.headers.get('location')
  return location
    ? `${site} redirects to ${location}, and webhooks don't follow redirects: set NEXT_PUBLIC_SITE_URL to the origin that responds, and run npm run provision.`
    : `${health} responds with ${response.status}. If the site requires a password, exempt /api/ (docs/deployments.md, “Staging”).`
}
