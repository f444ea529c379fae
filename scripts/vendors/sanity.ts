import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import { z } from 'zod'
import { type OfferTerms, readTerms } from '@/lib/membership/offer'
import { Findings } from '../lib/findings.ts'
import { adminClient, type LakeAccess } from '../lib/sanityClient.ts'
import { loadSeed } from '../lib/seed.ts'
import type { Settings } from '../lib/settings.ts'
import { isWebhookRegistered, manage, registerWebhook } from '../lib/webhook.ts'

const contentSchema = z.object({ settings: z.boolean(), offer: z.looseObject({}).nullable() })
const originsSchema = z.array(z.looseObject({ origin: z.string(), allowCredentials: z.boolean() }))
const datasetsSchema = z.array(z.looseObject({ name: z.string() }))

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
  const query = '{"settings": count(*[_id == "siteSettings"]) == 1, "offer": *[_id == "offer"][0]}'
  return contentSchema.parse(await client.fetch<unknown>(query))
}

/** The terms of the published offer; undefined when nothing can be sold, or the lake does not answer. */
export async function publishedTerms(settings: Settings): Promise<OfferTerms | undefined> {
  const content = await readContent(settings).catch(() => undefined)
  return readTerms(content?.offer).terms
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

/**
 * Makes in Sanity what the site needs: the dataset, the seed in an empty one, the CORS origin and the webhook. Safe to
 * repeat; content that is there stays as it is.
 *
 * @returns what was done, a sentence each
 */
export async function provisionSanity(settings: Settings): Promise<string[]> {
  const access = accessOf(settings)
  if (!access) return ['Sanity was left out: SANITY_API_WRITE_TOKEN is missing.']
  const { NEXT_PUBLIC_SANITY_DATASET: dataset, NEXT_PUBLIC_SITE_URL: site } = settings
  const done: string[] = []
  const datasets = datasetsSchema.parse(await manage(access, 'GET', `${projectOf(access)}/datasets`))
  if (!datasets.some(({ name }) => name === dataset)) {
    await manage(access, 'PUT', `${projectOf(access)}/datasets/${dataset}`, { aclMode: 'public' })
    done.push(`Made the dataset "${dataset}".`)
  }
  if ((await adminClient(access).fetch<number>('count(*[!(_id in path("_.**"))])')) === 0) {
    const folder = mkdtempSync(join(tmpdir(), 'provision-'))
    try {
      done.push(`Imported ${await loadSeed(access, { dataDir: folder })} documents of the seed.`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  } else done.push('Left the content as it is.')
  if (!(await isOriginAllowed(access, site))) {
    await manage(access, 'POST', `${projectOf(access)}/cors`, { origin: site, allowCredentials: true })
    done.push(`Lets the Studio at ${site} sign in.`)
  }
  const outcome = await registerWebhook({ ...settings, ...access }, site)
  done.push(outcome === 'kept' ? 'Has the webhook.' : 'Registered the webhook.')
  return done
}
