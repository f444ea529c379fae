import { createClient } from '@sanity/client'
import { z } from 'zod'
import { type OfferTerms, readTerms } from '@/lib/membership/offer/offer'
import { formatError, Problem } from '../lib/command.ts'
import { type ContentLakeAccess, countDocuments, importSeed } from '../lib/sanityClient.ts'
import { Findings } from './findings.ts'
import type { ProvisionSteps } from './provisionSteps.ts'
import { createDataset, findDataset, requestManagementApi } from './sanityManagement.ts'
import { getContentLakeAccess, type Settings } from './settings.ts'
import { hookName, readWebhooks, registerWebhook } from './webhook.ts'

const contentSchema = z.object({
  settings: z.boolean(),
  siteName: z.string().nullable(),
  offer: z.looseObject({}).nullable(),
})
const originsSchema = z.array(
  z.looseObject({ id: z.union([z.number(), z.string()]), origin: z.string(), allowCredentials: z.boolean() }),
)

/** Reads the content that the site depends on, like the site: without a token, unless one is given. */
async function readContent(settings: Settings, token?: string): Promise<z.infer<typeof contentSchema>> {
  const { NEXT_PUBLIC_SANITY_API_HOST: apiHost } = settings
  const client = createClient({
    projectId: settings.NEXT_PUBLIC_SANITY_PROJECT_ID,
    dataset: settings.NEXT_PUBLIC_SANITY_DATASET,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    apiVersion: '2025-02-19',
    ...(token ? { token } : {}),
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

const getProjectPath = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: id }: ContentLakeAccess) => `/projects/${id}`

/** Finds an origin among the project's CORS origins. */
async function findOrigin(access: ContentLakeAccess, origin: string) {
  const origins = originsSchema.parse(
    await requestManagementApi(access, 'GET', `${getProjectPath(access)}/cors`),
  )
  return origins.find((entry) => entry.origin === origin)
}

/** Lets the Studio at an origin sign in. An entry without credentials cannot be edited, so it is replaced. */
export async function allowOrigin(access: ContentLakeAccess, origin: string): Promise<void> {
  const existingOrigin = await findOrigin(access, origin)
  if (existingOrigin)
    await requestManagementApi(access, 'DELETE', `${getProjectPath(access)}/cors/${existingOrigin.id}`)
  await requestManagementApi(access, 'POST', `${getProjectPath(access)}/cors`, {
    origin,
    allowCredentials: true,
  })
}

/** Formats the message for a dataset that the site cannot read. */
const formatNotPublic = (dataset: string) =>
  `The dataset "${dataset}" is not public, and the site reads it without a token: open sanity.io/manage, Datasets, and ` +
  `make it public, or run npx sanity dataset visibility set ${dataset} public.`

/** Checks that the site can read the dataset, and that there is something to sell. */
async function checkContent(settings: Settings, findings: Findings): Promise<void> {
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, SANITY_API_READ_TOKEN: token } = settings
  const access = getContentLakeAccess(settings)
  const accessMode = access && (await findDataset(access).catch(() => undefined))?.aclMode
  const { settings: hasContent, offer } = await readContent(settings)
  const isEmptyToSite = !hasContent && (await readContent(settings, token)).settings
  if ((accessMode && accessMode !== 'public') || isEmptyToSite) return findings.fail(formatNotPublic(dataset))
  findings.expect(
    hasContent,
    'The dataset has content.',
    'There is no content yet: npm run provision imports the seed into an empty dataset.',
  )
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

/** Checks that webhooks reach the site. They follow no redirect and send no password. */
async function checkReachability(site: string, findings: Findings): Promise<void> {
  const health = `${site}/api/health`
  const request = { redirect: 'manual', signal: AbortSignal.timeout(5000) } as const
  const response = await fetch(health, request).catch(() => undefined)
  if (!response)
    return findings.requireOperator(
      `${health} does not respond. Webhooks arrive once the site is deployed there.`,
    )
  const target = response.headers.get('location')
  if (response.status >= 300 && response.status < 400) {
    findings.fail(
      `${site} redirects to ${target}, and webhooks follow no redirect: set NEXT_PUBLIC_SITE_URL to the origin that ` +
        'responds, and run npm run provision.',
    )
  } else if (response.status === 401 || response.status === 403) {
    findings.fail(
      `${health} requires a password (${response.status}), which webhooks do not have: let /api/ through, as ` +
        'docs/deployments.md says under “Staging”.',
    )
  } else
    findings.expect(response.ok, `${site} accepts webhooks.`, `${health} responds with ${response.status}.`)
}

/**
 * Checks that the dataset can be read and has content. With an administrator's token, also checks that a webhook
 * reports changes to the site, and that the Studio may sign in.
 */
export async function checkSanity(settings: Settings): Promise<Findings> {
  const findings = new Findings('Sanity')
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  await findings.attempt(`The dataset "${dataset}" cannot be read`, () => checkContent(settings, findings))
  const access = getContentLakeAccess(settings)
  if (!access) {
    findings.requireOperator(
      'SANITY_API_WRITE_TOKEN is not set, so webhook and CORS origin were not checked.',
    )
    return findings
  }
  await findings.attempt('SANITY_API_WRITE_TOKEN cannot be checked', () => checkWriteToken(access, findings))
  await findings.attempt('The webhook cannot be read', async () => {
    const { isRegistered, namesToSite, otherUrls } = await readWebhooks(access, site)
    findings.expect(
      isRegistered,
      'A webhook sends every change to the site.',
      `No webhook with the name “${hookName}” sends changes to the site: npm run provision registers it.`,
    )
    for (const name of namesToSite) {
      findings.note(
        `The webhook “${name}” calls this site too: delete it once “${hookName}” is registered, or give it that name if ` +
          'you created it manually for this dataset.',
      )
    }
    for (const url of otherUrls) {
      findings.note(`The dataset has another webhook, to ${url}: delete it if that site no longer exists.`)
    }
  })
  await checkReachability(site, findings)
  await findings.attempt('The CORS origins cannot be read', async () => {
    findings.expect(
      (await findOrigin(access, site))?.allowCredentials === true,
      `The Studio at ${site} may sign in.`,
      `${site} is not among the CORS origins with credentials: npm run provision adds it.`,
    )
  })
  return findings
}

/** The API version with which Sanity's CLI creates tokens. */
const tokensVersion = 'v2025-07-11'

const robotSchema = z.looseObject({ token: z.string().min(20) })

/** The site's token with the viewer role: its variable and its use. */
export const viewerToken = { name: 'SANITY_API_READ_TOKEN', use: 'server' } as const

/**
 * Creates a token's name in Sanity's settings. Its dataset and date distinguish it from tokens of a staging site and
 * from earlier ones.
 *
 * @param use - the use of {@link viewerToken}
 */
export function createTokenLabel(access: ContentLakeAccess, use: string): string {
  return `Site (${use}), ${access.NEXT_PUBLIC_SANITY_DATASET}, ${new Date().toISOString().slice(0, 10)}`
}

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
  const membership = { resourceType: 'project', resourceId: id, roleNames: ['viewer'] }
  const body = { label, memberships: [membership] }
  const path = `/access/project/${id}/robots`
  const created = await requestManagementApi(access, 'POST', path, body, tokensVersion).catch(
    (error: unknown) => {
      const reason = formatError(error)
      throw new Problem(
        `${reason} Create a token at sanity.io/manage (API, Tokens, role Viewer), and write it into the file as ` +
          `${viewerToken.name}.`,
      )
    },
  )
  return robotSchema.parse(created).token
}

/**
 * Creates in Sanity what the site needs: the dataset, the seed in an empty dataset, the CORS origin and the webhook.
 * Safe to repeat; existing content is not changed.
 *
 * @param options.skipsSeed - whether an empty dataset stays empty, for restoring a backup
 */
export async function provisionSanity(
  settings: Settings,
  steps: ProvisionSteps,
  { skipsSeed = false }: { skipsSeed?: boolean } = {},
): Promise<void> {
  const access = getContentLakeAccess(settings)
  if (!access) return steps.note('Sanity was skipped: SANITY_API_WRITE_TOKEN is missing.')
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  const existing = await findDataset(access)
  if (existing?.aclMode && existing.aclMode !== 'public') throw new Problem(formatNotPublic(dataset))
  if (!existing) {
    await steps.run(`create the dataset "${dataset}", readable without a token`, async () => {
      await createDataset(access)
      return `Created the dataset "${dataset}".`
    })
  }
  const isEmpty = !existing || (await countDocuments(access)) === 0
  if (isEmpty && skipsSeed) steps.note('Leaves it empty: npm run restore fills it.')
  else if (isEmpty) {
    await steps.run(
      'import the seed',
      async () => `Imported ${await importSeed(access)} documents of the seed.`,
    )
  } else steps.note('Left the content as it is.')
  if (!(await findOrigin(access, site))?.allowCredentials) {
    await steps.run(`let the Studio at ${site} sign in`, async () => {
      await allowOrigin(access, site)
      return `Lets the Studio at ${site} sign in.`
    })
  }
  await steps.run(`register the webhook to ${site}`, async () => {
    await registerWebhook({ ...settings, ...access }, site)
    return 'Registered the webhook.'
  })
}
