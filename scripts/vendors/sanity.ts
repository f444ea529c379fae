import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import { z } from 'zod'
import { type OfferTerms, readTerms } from '@/lib/membership/offer'
import { Findings } from '../lib/findings.ts'
import { countDocuments, type LakeAccess } from '../lib/sanityClient.ts'
import { hasDataset, makeDataset, manage } from '../lib/sanityManagement.ts'
import { loadSeed } from '../lib/seed.ts'
import type { Settings } from '../lib/settings.ts'
import type { Steps } from '../lib/steps.ts'
import { isWebhookRegistered, registerWebhook } from '../lib/webhook.ts'

const contentSchema = z.object({
  settings: z.boolean(),
  siteName: z.string().nullable(),
  offer: z.looseObject({}).nullable(),
})
const originsSchema = z.array(z.looseObject({ origin: z.string(), allowCredentials: z.boolean() }))

/** The dataset as the site reads it, and what stands in it. */
async function readContent(settings: Settings): Promise<z.infer<typeof contentSchema>> {
  const { NEXT_PUBLIC_SANITY_API_HOST: apiHost } = settings
  const client = createClient({
    projectId: settings.NEXT_PUBLIC_SANITY_PROJECT_ID,
    dataset: settings.NEXT_PUBLIC_SANITY_DATASET,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    apiVersion: '2025-02-19',
    token: settings.SANITY_API_READ_TOKEN,
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

/** The terms of the published offer; undefined when nothing can be sold, or the lake does not answer. */
export async function publishedTerms(settings: Settings): Promise<OfferTerms | undefined> {
  const content = await readContent(settings).catch(() => undefined)
  return readTerms(content?.offer).terms
}

/** The name of the site as published; undefined when there is none yet, or the dataset cannot be read. */
export async function publishedSiteName(settings: Settings): Promise<string | undefined> {
  const content = await readContent(settings).catch(() => undefined)
  return content?.siteName || undefined
}

/** The dataset, as somebody who may do everything with it; undefined without their token. */
export function accessOf(settings: Settings): LakeAccess | undefined {
  const { SANITY_API_WRITE_TOKEN: token } = settings
  return token ? { ...settings, SANITY_API_WRITE_TOKEN: token } : undefined
}

const projectOf = ({ NEXT_PUBLIC_SANITY_PROJECT_ID: id }: LakeAccess) => `/projects/${id}`

async function isOriginAllowed(access: LakeAccess, origin: string): Promise<boolean> {
  const allowed = originsSchema.parse(await manage(access, 'GET', `${projectOf(access)}/cors`))
  return allowed.some((entry) => entry.origin === origin && entry.allowCredentials)
}

/** Checks that the dataset can be read, has content, and tells the site of changes. */
export async function checkSanity(settings: Settings): Promise<Findings> {
  const findings = new Findings('Sanity')
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  await findings.attempt(`The dataset "${dataset}" cannot be read`, async () => {
    const { settings: hasContent, offer } = await readContent(settings)
    findings.expect(
      hasContent,
      'The dataset has content.',
      'There is no content yet: npm run provision imports the seed into an empty dataset.',
    )
    const { terms, problem } = readTerms(offer)
    findings.expect(
      terms !== undefined,
      'The published offer can be sold.',
      `Nothing can be sold: ${problem}`,
    )
  })
  const access = accessOf(settings)
  if (!access) {
    findings.ask('SANITY_API_WRITE_TOKEN is not set, so webhook and CORS origin were not looked at.')
    return findings
  }
  await findings.attempt('The webhook cannot be looked at', async () => {
    findings.expect(
      await isWebhookRegistered(access, site),
      'A webhook tells the site of every change.',
      'No webhook tells the site of changes: npm run provision registers it.',
    )
  })
  await findings.attempt('The CORS origins cannot be looked at', async () => {
    findings.expect(
      await isOriginAllowed(access, site),
      `The Studio at ${site} may sign in.`,
      `${site} is not among the CORS origins with credentials: npm run provision adds it.`,
    )
  })
  return findings
}

const robotSchema = z.looseObject({ token: z.string().min(20) })

/** The tokens of the site, each with the role of a viewer, and what for. */
export const viewerTokens = {
  SANITY_API_READ_TOKEN: 'server',
  SANITY_API_BROWSER_TOKEN: 'editors in draft mode',
} as const

/**
 * What a token is called in Sanity's settings, where several of a project are told apart: those of a staging site, and the
 * old one when it has been replaced.
 *
 * @param use - of {@link viewerTokens}
 */
export function labelOfToken(access: LakeAccess, use: string): string {
  return `Site (${use}), ${access.NEXT_PUBLIC_SANITY_DATASET}, ${new Date().toISOString().slice(0, 10)}`
}

/**
 * Makes a token with the role of a viewer, as `sanity tokens add` does.
 * https://www.sanity.io/docs/cli-reference/tokens
 *
 * @param label - its name in Sanity's settings
 * @returns the token, which nobody can read again
 * @throws Problem when Sanity refuses
 */
export async function makeViewerToken(access: LakeAccess, label: string): Promise<string> {
  const { NEXT_PUBLIC_SANITY_PROJECT_ID: id } = access
  const membership = { resourceType: 'project', resourceId: id, roleNames: ['viewer'] }
  const body = { label, memberships: [membership] }
  return robotSchema.parse(await manage(access, 'POST', `/access/project/${id}/robots`, body)).token
}

/**
 * Makes in Sanity what the site needs: the dataset, the seed in an empty one, the CORS origin and the webhook. Safe to
 * repeat; content that is there stays as it is.
 *
 * @param options.keepsEmpty - an empty dataset stays empty, for a backup
 */
export async function provisionSanity(
  settings: Settings,
  steps: Steps,
  { keepsEmpty = false }: { keepsEmpty?: boolean } = {},
): Promise<void> {
  const access = accessOf(settings)
  if (!access) return steps.note('Sanity was left out: SANITY_API_WRITE_TOKEN is missing.')
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  const isThere = await hasDataset(access)
  if (!isThere) {
    await steps.make(`make the dataset "${dataset}", which everybody may read`, async () => {
      await makeDataset(access)
      return `Made the dataset "${dataset}".`
    })
  }
  const isEmpty = !isThere || (await countDocuments(access)) === 0
  if (isEmpty && keepsEmpty) steps.note('Leaves it empty: npm run restore fills it.')
  else if (isEmpty) {
    await steps.make('import the seed', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'provision-'))
      try {
        return `Imported ${await loadSeed(access, { dataDir: folder })} documents of the seed.`
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  } else steps.note('Left the content as it is.')
  if (!(await isOriginAllowed(access, site))) {
    await steps.make(`let the Studio at ${site} sign in`, async () => {
      await manage(access, 'POST', `${projectOf(access)}/cors`, { origin: site, allowCredentials: true })
      return `Lets the Studio at ${site} sign in.`
    })
  }
  await steps.make(`register the webhook to ${site}`, async () => {
    await registerWebhook({ ...settings, ...access }, site)
    return 'Registered the webhook.'
  })
}
