import { z } from 'zod'
import { type OfferTerms, readTerms } from '@/lib/membership/offer/offer'
import { formatError, Problem } from '../lib/command.ts'
import {
  type ContentLakeAccess,
  countDocuments,
  createContentLakeClient,
  importSeed,
} from '../lib/sanityClient.ts'
import type { Difference, Setting } from './findings.ts'
import {
  createDataset,
  findDataset,
  hookName,
  isWebhookRegistered,
  registerWebhook,
  requestManagementApi,
} from './sanityManagement.ts'
import { requireContentLakeAccess, requireVariable, type Settings, type StoreVariable } from './settings.ts'

const contentSchema = z.object({
  siteName: z.string().nullable(),
  offer: z.looseObject({}).nullable(),
})

/** Reads the content that the vendors' settings depend on, like the site: without a token. */
async function readContent(settings: Settings): Promise<z.infer<typeof contentSchema>> {
  const client = createContentLakeClient(settings).withConfig({ perspective: 'published' })
  const query = '{"siteName": *[_id == "siteSettings"][0].siteName, "offer": *[_id == "offer"][0]}'
  return contentSchema.parse(await client.fetch<unknown>(query))
}

/** Fetches the published offer's terms and the site's name. Either is missing if it does not exist or cannot be read. */
export async function fetchPublished(
  settings: Settings,
): Promise<{ terms: OfferTerms | undefined; siteName: string | undefined }> {
  const content = await readContent(settings).catch(() => undefined)
  return { terms: readTerms(content?.offer).terms, siteName: content?.siteName || undefined }
}

const originsSchema = z.array(
  z.looseObject({ id: z.union([z.number(), z.string()]), origin: z.string(), allowCredentials: z.boolean() }),
)

/** Finds an origin among the project's CORS origins. */
async function findOrigin(access: ContentLakeAccess, origin: string) {
  const path = `/projects/${access.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`
  const origins = originsSchema.parse(await requestManagementApi(access, 'GET', path))
  return { path, entry: origins.find((candidate) => candidate.origin === origin) }
}

/** Lets the Studio at an origin sign in. An entry without credentials cannot be edited, so it is replaced. */
async function allowOrigin(access: ContentLakeAccess, origin: string): Promise<void> {
  const { path, entry } = await findOrigin(access, origin)
  if (entry) await requestManagementApi(access, 'DELETE', `${path}/${entry.id}`)
  await requestManagementApi(access, 'POST', path, { origin, allowCredentials: true })
}

/** The API version with which Sanity's CLI creates tokens. */
const tokensVersion = '2025-07-11'

/**
 * Creates a token with the role of a viewer, as `sanity tokens add` does: https://www.sanity.io/docs/cli-reference/tokens
 *
 * @returns the token, which cannot be read again
 * @throws Problem that says how to create the token manually, when Sanity refuses
 */
async function createViewerToken(access: ContentLakeAccess): Promise<string> {
  const { NEXT_PUBLIC_SANITY_PROJECT_ID: id, NEXT_PUBLIC_SANITY_DATASET: dataset } = access
  const body = {
    label: `Site (server), ${dataset}, ${new Date().toISOString().slice(0, 10)}`,
    memberships: [{ resourceType: 'project', resourceId: id, roleNames: ['viewer'] }],
  }
  try {
    const path = `/access/project/${id}/robots`
    const created = await requestManagementApi(access, 'POST', path, body, tokensVersion)
    return z.looseObject({ token: z.string().min(20) }).parse(created).token
  } catch (error) {
    throw new Problem(
      `${formatError(error)} Create a token at sanity.io/manage (API, Tokens, role Viewer), and write it into the file as SANITY_API_READ_TOKEN.`,
    )
  }
}

/**
 * Returns the Sanity settings: the site's token, the dataset with content and something to sell, CORS origin, webhook,
 * and whether webhooks reach the site.
 *
 * @param skipsSeed - whether an empty dataset stays empty, for restoring a backup
 * @param store - receives the site's token
 */
export function listSanitySettings(settings: Settings, skipsSeed: boolean, store: StoreVariable): Setting[] {
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  if (!settings.SANITY_API_WRITE_TOKEN)
    return [requireVariable(settings, 'SANITY_API_WRITE_TOKEN', 'it should be that of an administrator.')]
  const access = requireContentLakeAccess(settings)
  return [
    {
      wanted: 'The site reads drafts with a token of its own.',
      check: async () =>
        settings.SANITY_API_READ_TOKEN === access.SANITY_API_WRITE_TOKEN
          ? 'There is no token with the viewer role.'
          : undefined,
      write: async () => store('SANITY_API_READ_TOKEN', await createViewerToken(access)),
    },
    {
      wanted: `There is the dataset "${dataset}".`,
      check: async () => {
        const found = await findDataset(access)
        if (found?.aclMode && found.aclMode !== 'public')
          throw new Problem(
            `The dataset "${dataset}" is not public, and the site reads it without a token: open sanity.io/manage, Datasets, and make it public, or run npx sanity dataset visibility set ${dataset} public.`,
          )
        return found ? undefined : `There is no dataset "${dataset}".`
      },
      write: () => createDataset(access),
    },
    {
      wanted: 'The dataset has content, or is empty for a restore.',
      check: async () => {
        const hasContent = skipsSeed || ((await findDataset(access)) && (await countDocuments(access)) > 0)
        return hasContent ? undefined : 'There is no content yet, as the seed has it.'
      },
      write: () => importSeed(access),
    },
    {
      wanted: `The Studio at ${site} may sign in.`,
      check: async () =>
        (await findOrigin(access, site)).entry?.allowCredentials
          ? undefined
          : `${site} is not among the CORS origins with credentials.`,
      write: () => allowOrigin(access, site),
    },
    {
      wanted: 'A webhook sends every change to the site, with the current secret.',
      check: async () =>
        (await isWebhookRegistered(access, site))
          ? undefined
          : `No webhook with the name “${hookName}” sends changes to ${site}.`,
      write: () => registerWebhook({ ...settings, ...access }, site),
      // Sanity does not return its secret.
      isAlwaysWritten: true,
    },
    {
      wanted: 'The published offer can be sold.',
      check: async () => {
        const { terms, problem } = readTerms((await readContent(settings)).offer)
        return terms ? undefined : `Nothing can be sold: ${problem}`
      },
    },
    { wanted: `${site} accepts webhooks.`, check: () => checkReachability(site) },
  ]
}

/** Checks that webhooks reach the site. They follow no redirect and send no password. */
async function checkReachability(site: string): Promise<Difference | undefined> {
  const health = `${site}/api/health`
  const request = { redirect: 'manual', signal: AbortSignal.timeout(5000) } as const
  const response = await fetch(health, request).catch(() => undefined)
  if (!response)
    return { advice: `${health} does not respond. Webhooks arrive once the site is deployed there.` }
  if (response.ok) return undefined
  const location = response.headers.get('location')
  return location
    ? `${site} redirects to ${location}, and webhooks follow no redirect: set NEXT_PUBLIC_SITE_URL to the origin that responds, and run npm run provision.`
    : `${health} responds with ${response.status}. Where it requires a password, let /api/ through, as docs/deployments.md says under “Staging”.`
}
