import { z } from 'zod'
import { type OfferTerms, readTerms } from '@/lib/membership/offer/offer'
import { formatError, Problem } from '../lib/command.ts'
import {
  type ContentLakeAccess,
  countDocuments,
  createContentLakeClient,
  importSeed,
} from '../lib/sanityClient.ts'
import { compare, type Reading, remind, type Setting } from './findings.ts'
import {
  createDataset,
  findDataset,
  hookName,
  isWebhookRegistered,
  registerWebhook,
  requestManagementApi,
} from './sanityManagement.ts'
import { getContentLakeAccess, type Settings } from './settings.ts'

const contentSchema = z.object({
  settings: z.boolean(),
  siteName: z.string().nullable(),
  offer: z.looseObject({}).nullable(),
})

/** Reads the content that the site depends on, like the site: without a token, unless one is given. */
async function readContent(settings: Settings, token?: string): Promise<z.infer<typeof contentSchema>> {
  const client = createContentLakeClient(settings, token).withConfig({ perspective: 'published' })
  const query = `{
    "settings": count(*[_id == "siteSettings"]) == 1,
    "siteName": *[_id == "siteSettings"][0].siteName,
    "offer": *[_id == "offer"][0]
  }`
  return contentSchema.parse(await client.fetch<unknown>(query))
}

/** Fetches the terms of the published offer; undefined when nothing can be sold, or the Content Lake does not respond. */
export async function fetchPublishedTerms(settings: Settings): Promise<OfferTerms | undefined> {
  const content = await readContent(settings).catch(() => undefined)
  return readTerms(content?.offer).terms
}

/** Fetches the published name of the site; undefined when there is none yet, or the dataset cannot be read. */
export async function fetchPublishedSiteName(settings: Settings): Promise<string | undefined> {
  const content = await readContent(settings).catch(() => undefined)
  return content?.siteName || undefined
}

const originsSchema = z.array(
  z.looseObject({ id: z.union([z.number(), z.string()]), origin: z.string(), allowCredentials: z.boolean() }),
)

const getOriginsPath = (access: ContentLakeAccess) => `/projects/${access.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`

/** Finds an origin among the project's CORS origins. */
async function findOrigin(access: ContentLakeAccess, origin: string) {
  const origins = originsSchema.parse(await requestManagementApi(access, 'GET', getOriginsPath(access)))
  return origins.find((entry) => entry.origin === origin)
}

/** Lets the Studio at an origin sign in. An entry without credentials cannot be edited, so it is replaced. */
export async function allowOrigin(access: ContentLakeAccess, origin: string): Promise<void> {
  const path = getOriginsPath(access)
  const existing = await findOrigin(access, origin)
  if (existing) await requestManagementApi(access, 'DELETE', `${path}/${existing.id}`)
  await requestManagementApi(access, 'POST', path, { origin, allowCredentials: true })
}

/** Formats the message for a dataset that the site cannot read. */
const formatNotPublic = (dataset: string) =>
  `The dataset "${dataset}" is not public, and the site reads it without a token: open sanity.io/manage, Datasets, and ` +
  `make it public, or run npx sanity dataset visibility set ${dataset} public.`

/** Returns the settings that need an administrator's token: the dataset, the seed, the CORS origin and the webhook. */
function listAdministratorSettings(
  settings: Settings,
  access: ContentLakeAccess,
  skipsSeed: boolean,
): Setting[] {
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  const unreadable = `The dataset "${dataset}" cannot be read`
  return [
    {
      failure: unreadable,
      read: async () => {
        const found = await findDataset(access)
        if (found?.aclMode && found.aclMode !== 'public') throw new Problem(formatNotPublic(dataset))
        return compare(
          found !== undefined,
          `There is the dataset "${dataset}".`,
          `There is no dataset "${dataset}".`,
        )
      },
      plan: `create the dataset "${dataset}", readable without a token`,
      write: async () => {
        await createDataset(access)
        return `Created the dataset "${dataset}".`
      },
    },
    {
      failure: unreadable,
      read: async () => {
        const count = (await findDataset(access)) ? await countDocuments(access) : 0
        if (count === 0 && skipsSeed)
          return { state: 'right', text: 'Leaves it empty: npm run restore fills it.' }
        return compare(count > 0, 'The dataset has content.', 'There is no content yet.')
      },
      plan: 'import the seed',
      write: async () => `Imported ${await importSeed(access)} documents of the seed.`,
    },
    {
      failure: 'The CORS origins cannot be read',
      read: async () =>
        compare(
          (await findOrigin(access, site))?.allowCredentials === true,
          `The Studio at ${site} may sign in.`,
          `${site} is not among the CORS origins with credentials.`,
        ),
      plan: `let the Studio at ${site} sign in`,
      write: async () => {
        await allowOrigin(access, site)
        return `Lets the Studio at ${site} sign in.`
      },
    },
    {
      failure: 'The webhook cannot be read',
      read: async () =>
        compare(
          await isWebhookRegistered(access, site),
          'A webhook sends every change to the site.',
          `No webhook with the name “${hookName}” sends changes to the site.`,
        ),
      plan: `register the webhook to ${site}`,
      // Sanity does not return its secret.
      isAlwaysWritten: true,
      write: async () => {
        await registerWebhook({ ...settings, ...access }, site)
        return 'Registered the webhook.'
      },
    },
  ]
}

/**
 * Returns the Sanity settings: the dataset with content and something to sell, CORS origin, webhooks, and whether they
 * reach the site. Without an administrator's token, only what the site itself can read.
 *
 * @param skipsSeed - whether an empty dataset stays empty, for restoring a backup
 */
export function listSanitySettings(settings: Settings, skipsSeed = false): Setting[] {
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  const access = getContentLakeAccess(settings)
  return [
    ...(access
      ? listAdministratorSettings(settings, access, skipsSeed)
      : [remind('SANITY_API_WRITE_TOKEN is not set, so webhook and CORS origin were not checked.')]),
    {
      failure: `The dataset "${dataset}" cannot be read`,
      read: async () => {
        const { settings: hasContent, offer } = await readContent(settings)
        if (!hasContent && (await readContent(settings, settings.SANITY_API_READ_TOKEN)).settings)
          throw new Problem(formatNotPublic(dataset))
        const { terms, problem } = readTerms(offer)
        return compare(
          terms !== undefined,
          'The published offer can be sold.',
          `Nothing can be sold: ${problem}`,
        )
      },
    },
    { failure: `${site} cannot be requested`, read: () => checkReachability(site) },
  ]
}

/** Checks that webhooks reach the site. They follow no redirect and send no password. */
async function checkReachability(site: string): Promise<Reading> {
  const health = `${site}/api/health`
  const request = { redirect: 'manual', signal: AbortSignal.timeout(5000) } as const
  const response = await fetch(health, request).catch(() => undefined)
  if (!response)
    return {
      state: 'person',
      text: `${health} does not respond. Webhooks arrive once the site is deployed there.`,
    }
  const { status, ok, headers } = response
  const failureText =
    status >= 300 && status < 400
      ? `${site} redirects to ${headers.get('location')}, and webhooks follow no redirect: set NEXT_PUBLIC_SITE_URL to the origin that responds, and run npm run provision.`
      : status === 401 || status === 403
        ? `${health} requires a password (${status}), which webhooks do not have: let /api/ through, as docs/deployments.md says under “Staging”.`
        : `${health} responds with ${status}.`
  return compare(ok, `${site} accepts webhooks.`, failureText)
}

/** The API version with which Sanity's CLI creates tokens. */
const tokensVersion = 'v2025-07-11'

const robotSchema = z.looseObject({ token: z.string().min(20) })

/**
 * Creates a token with the role of a viewer, as `sanity tokens add` does.
 * https://www.sanity.io/docs/cli-reference/tokens
 *
 * @param label - the token's name in Sanity's settings
 * @returns the token, which cannot be read again
 * @throws Problem that says how to create the token manually, when Sanity refuses
 */
export async function createViewerToken(access: ContentLakeAccess, label: string): Promise<string> {
  const { NEXT_PUBLIC_SANITY_PROJECT_ID: id } = access
  const body = { label, memberships: [{ resourceType: 'project', resourceId: id, roleNames: ['viewer'] }] }
  const path = `/access/project/${id}/robots`
  const created = await requestManagementApi(access, 'POST', path, body, tokensVersion).catch(
    (error: unknown) => {
      throw new Problem(
        `${formatError(error)} Create a token at sanity.io/manage (API, Tokens, role Viewer), and write it into the file as SANITY_API_READ_TOKEN.`,
      )
    },
  )
  return robotSchema.parse(created).token
}
