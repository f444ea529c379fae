import { createClient } from '@sanity/client'
import { z } from 'zod'
import { type OfferTerms, readTerms } from '@/lib/membership/offer/offer'
import { formatError, Problem } from '../lib/command.ts'
import { type ContentLakeAccess, countDocuments, importSeed } from '../lib/sanityClient.ts'
import { Findings, type Setting } from './findings.ts'
import { createDataset, findDataset, requestManagementApi } from './sanityManagement.ts'
import { getContentLakeAccess, type Settings } from './settings.ts'
import { hookName, readWebhooks, registerWebhook } from './webhook.ts'

const contentSchema = z.object({
  settings: z.boolean(),
  siteName: z.string().nullable(),
  offer: z.looseObject({}).nullable(),
})

/** Reads the content that the site depends on, like the site: without a token, unless one is given. */
async function readContent(settings: Settings, token?: string): Promise<z.infer<typeof contentSchema>> {
  const { NEXT_PUBLIC_SANITY_API_HOST: apiHost } = settings
  const client = createClient({
    projectId: settings.NEXT_PUBLIC_SANITY_PROJECT_ID,
    dataset: settings.NEXT_PUBLIC_SANITY_DATASET,
    ...(apiHost && { apiHost, useProjectHostname: false }),
    ...(token && { token }),
    apiVersion: '2025-02-19',
    perspective: 'published',
    useCdn: false,
    maxRetries: 1,
  })
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

/** Finds an origin among the project's CORS origins. */
async function findOrigin(access: ContentLakeAccess, origin: string) {
  const path = `/projects/${access.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`
  const origins = originsSchema.parse(await requestManagementApi(access, 'GET', path))
  return origins.find((entry) => entry.origin === origin)
}

/** Lets the Studio at an origin sign in. An entry without credentials cannot be edited, so it is replaced. */
export async function allowOrigin(access: ContentLakeAccess, origin: string): Promise<void> {
  const path = `/projects/${access.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`
  const existing = await findOrigin(access, origin)
  if (existing) await requestManagementApi(access, 'DELETE', `${path}/${existing.id}`)
  await requestManagementApi(access, 'POST', path, { origin, allowCredentials: true })
}

/** Formats the message for a dataset that the site cannot read. */
const formatNotPublic = (dataset: string) =>
  `The dataset "${dataset}" is not public, and the site reads it without a token: open sanity.io/manage, Datasets, and ` +
  `make it public, or run npx sanity dataset visibility set ${dataset} public.`

/**
 * Returns the settings of Sanity: the dataset, the seed in an empty dataset, the CORS origin and the webhook.
 *
 * @param skipsSeed - whether an empty dataset stays empty, for restoring a backup
 */
export function listSanitySettings(
  settings: Settings,
  access: ContentLakeAccess,
  skipsSeed = false,
): Setting[] {
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  return [
    {
      failure: `The dataset "${dataset}" cannot be read`,
      read: async () => {
        const found = await findDataset(access)
        if (found?.aclMode && found.aclMode !== 'public') throw new Problem(formatNotPublic(dataset))
        return found
          ? [true, `There is the dataset "${dataset}".`]
          : [false, `There is no dataset "${dataset}".`]
      },
      plan: `create the dataset "${dataset}", readable without a token`,
      write: async () => {
        await createDataset(access)
        return `Created the dataset "${dataset}".`
      },
    },
    {
      failure: `The dataset "${dataset}" cannot be read`,
      read: async () => {
        const count = (await findDataset(access)) ? await countDocuments(access) : 0
        if (count === 0 && skipsSeed) return [true, 'Leaves it empty: npm run restore fills it.']
        return count ? [true, 'The dataset has content.'] : [false, 'There is no content yet.']
      },
      plan: 'import the seed',
      write: async () => `Imported ${await importSeed(access)} documents of the seed.`,
    },
    {
      failure: 'The CORS origins cannot be read',
      read: async () =>
        (await findOrigin(access, site))?.allowCredentials
          ? [true, `The Studio at ${site} may sign in.`]
          : [false, `${site} is not among the CORS origins with credentials.`],
      plan: `let the Studio at ${site} sign in`,
      write: async () => {
        await allowOrigin(access, site)
        return `Lets the Studio at ${site} sign in.`
      },
    },
    {
      failure: 'The webhook cannot be read',
      read: async () =>
        (await readWebhooks(access, site)).isRegistered
          ? [true, 'A webhook sends every change to the site.']
          : [false, `No webhook with the name “${hookName}” sends changes to the site.`],
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

/** Checks that the site can read the dataset, and that there is something to sell. */
async function checkContent(settings: Settings, findings: Findings): Promise<void> {
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, SANITY_API_READ_TOKEN: token } = settings
  const { settings: hasContent, offer } = await readContent(settings)
  if (!hasContent && (await readContent(settings, token)).settings)
    return findings.fail(formatNotPublic(dataset))
  const { terms, problem } = readTerms(offer)
  findings.expect(terms !== undefined, 'The published offer can be sold.', `Nothing can be sold: ${problem}`)
}

const userSchema = z.looseObject({ provider: z.string().optional() })

/** Reports a write token that belongs to a person: it expires at that person's next sign-in with the CLI. */
async function checkWriteToken(access: ContentLakeAccess, findings: Findings): Promise<void> {
  const { provider } = userSchema.parse(await requestManagementApi(access, 'GET', '/users/me'))
  if (provider === undefined || provider === 'sanity-token') return
  findings.note(
    'SANITY_API_WRITE_TOKEN is a personal token, which expires at the next sign-in: create one at ' +
      'sanity.io/manage (API, Tokens, role Administrator) where your plan offers that role.',
  )
}

/** Names webhooks that the site does not need. */
async function checkOtherWebhooks(
  access: ContentLakeAccess,
  site: string,
  findings: Findings,
): Promise<void> {
  const { namesToSite, otherUrls } = await readWebhooks(access, site)
  for (const name of namesToSite)
    findings.note(
      `The webhook “${name}” calls this site too: delete it once “${hookName}” is registered, or give it that name if ` +
        'you created it manually for this dataset.',
    )
  for (const url of otherUrls)
    findings.note(`The dataset has another webhook, to ${url}: delete it if that site no longer exists.`)
}

/** Checks that webhooks reach the site. They follow no redirect and send no password. */
async function checkReachability(site: string, findings: Findings): Promise<void> {
  const health = `${site}/api/health`
  const request = { redirect: 'manual', signal: AbortSignal.timeout(5000) } as const
  const response = await fetch(health, request).catch(() => undefined)
  if (!response)
    return findings.requireOperator(
      `${health} does not respond. Webhooks arrive once the site is deployed there.`,
    )
  const { status } = response
  if (status >= 300 && status < 400) {
    findings.fail(
      `${site} redirects to ${response.headers.get('location')}, and webhooks follow no redirect: set ` +
        'NEXT_PUBLIC_SITE_URL to the origin that responds, and run npm run provision.',
    )
  } else if (status === 401 || status === 403) {
    findings.fail(
      `${health} requires a password (${status}), which webhooks do not have: let /api/ through, as ` +
        'docs/deployments.md says under “Staging”.',
    )
  } else findings.expect(response.ok, `${site} accepts webhooks.`, `${health} responds with ${status}.`)
}

/**
 * Checks that the dataset can be read and has something to sell. With an administrator's token, also checks the settings.
 */
export async function checkSanity(settings: Settings): Promise<Findings> {
  const findings = new Findings('Sanity')
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  const access = getContentLakeAccess(settings)
  if (access) await findings.checkSettings(listSanitySettings(settings, access))
  await findings.attempt(`The dataset "${dataset}" cannot be read`, () => checkContent(settings, findings))
  if (access) {
    await findings.attempt('SANITY_API_WRITE_TOKEN cannot be checked', () =>
      checkWriteToken(access, findings),
    )
    await findings.attempt('The webhook cannot be read', () => checkOtherWebhooks(access, site, findings))
  } else
    findings.requireOperator(
      'SANITY_API_WRITE_TOKEN is not set, so webhook and CORS origin were not checked.',
    )
  await checkReachability(site, findings)
  return findings
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
        `${formatError(error)} Create a token at sanity.io/manage (API, Tokens, role Viewer), and write it into the file ` +
          'as SANITY_API_READ_TOKEN.',
      )
    },
  )
  return robotSchema.parse(created).token
}
