import { createClient, type SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from '../testing/cloudProcess.ts'
import { fillerDocument, photograph, studioQueries, writeFiller } from './lakeContent.ts'

/** What a site keeps in the lake and asks of it. */
export type SiteContent = {
  documents: readonly { _id: string; _type: string }[]
  queries: readonly string[]
  /** Parameters of the queries. */
  params: Record<string, unknown>
}

/** How many documents the content lake is measured with. */
export const lakeSizes = [100, 1000, 10_000] as const

/** A query's median time at each of `lakeSizes`. Milliseconds. */
export type QueryTimes = { name: string; times: number[] }
/** Something that was done again and again. */
export type Rate = { name: string; perSecond: number }
/** How long the local cloud took until it answered. */
export type Start = { name: string; seconds: number }
/** Everything that was measured of the content lake. */
export type LakeMeasures = { queries: QueryTimes[]; rates: Rate[]; images: Rate[]; starts: Start[] }

const runs = 9
const writeSeconds = 4
const writers = 20
const pictures = 8

function clientOf(cloud: RunningCloud): SanityClient {
  return createClient({
    projectId: String(cloud.env.NEXT_PUBLIC_SANITY_PROJECT_ID),
    dataset: String(cloud.env.NEXT_PUBLIC_SANITY_DATASET),
    apiHost: cloud.lakeOrigin,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
    token: String(cloud.env.SANITY_API_WRITE_TOKEN),
  })
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  // The first calls compile what the later ones run.
  for (let run = 0; run < 3; run += 1) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push((await secondsOf(work)) * 1000)
  return median(times)
}

function askers(client: SanityClient, site: SiteContent): { name: string; ask: () => Promise<unknown> }[] {
  const published = client.withConfig({ perspective: 'published' })
  const drafts = client.withConfig({ perspective: 'drafts' })
  return [
    {
      name: `the site's ${site.queries.length} queries, one after the other`,
      ask: async () => {
        for (const query of site.queries) await published.fetch<unknown>(query, site.params)
      },
    },
    ...studioQueries.map((asked) => ({
      name: `Studio: ${asked.name}`,
      ask: () => drafts.fetch<unknown>(asked.query, asked.params),
    })),
  ]
}

async function measureQueries(client: SanityClient, site: SiteContent): Promise<QueryTimes[]> {
  await client.mutate(
    site.documents.map((document) => ({ createOrReplace: document })),
    { returnDocuments: false },
  )
  const queries = askers(client, site).map(({ name, ask }) => ({ name, ask, times: [] as number[] }))
  let written = 0
  for (const size of lakeSizes) {
    await writeFiller(client, written, size)
    written = size
    for (const { ask, times } of queries) times.push(await medianOf(ask))
  }
  return queries.map(({ name, times }) => ({ name, times }))
}

/** Creates and patches documents for a while, `workers` at a time. */
async function measureWrites(client: SanityClient, name: string, workers: number): Promise<Rate> {
  const end = performance.now() + writeSeconds * 1000
  let count = 0
  const worker = async (number: number) => {
    const id = `written-${workers}-${number}`
    await client.createOrReplace({ ...fillerDocument(number), _id: id })
    while (performance.now() < end) {
      await client.patch(id).set({ rank: count }).commit({ returnDocuments: false })
      count += 1
    }
  }
  const seconds = await secondsOf(() =>
    Promise.all(Array.from({ length: workers }, (_, number) => worker(number))),
  )
  return { name, perSecond: count / seconds }
}

async function measureImages(client: SanityClient): Promise<Rate[]> {
  const urls: string[] = []
  for (let number = 0; number < pictures; number += 1) {
    const { url } = await client.assets.upload('image', await photograph(number))
    urls.push(url)
  }
  const rates: Rate[] = []
  for (const format of ['webp', 'avif']) {
    const load = (url: string) =>
      fetch(`${url}?w=800&fm=${format}`).then((response) => response.arrayBuffer())
    const cold = await secondsOf(() => Promise.all(urls.map(load)))
    rates.push({ name: `800 px ${format}, cold`, perSecond: urls.length / cold })
    const rounds = Array.from({ length: 25 }, () => urls).flat()
    const warm = await secondsOf(() => Promise.all(rounds.map(load)))
    rates.push({ name: `800 px ${format}, warm`, perSecond: rounds.length / warm })
  }
  return rates
}

async function measureStart(
  name: string,
  cloud: RunningCloud,
): Promise<{ cloud: RunningCloud; start: Start }> {
  await cloud.stop()
  let again = cloud
  const seconds = await secondsOf(async () => {
    again = await startLocalCloud({ dataDir: cloud.dataDir })
  })
  return { cloud: again, start: { name, seconds } }
}

/** Measures the content lake of a local cloud of its own: queries, writes, pictures and starting. */
export async function measureLake(site: SiteContent): Promise<LakeMeasures> {
  const empty = await measureStart('empty', await startLocalCloud())
  let { cloud } = empty
  try {
    const client = clientOf(cloud)
    const queries = await measureQueries(client, site)
    const rates = [
      await measureWrites(client, 'mutations, one by one', 1),
      await measureWrites(client, `mutations, ${writers} writers`, writers),
    ]
    const images = await measureImages(client)
    const full = await measureStart('10,000 documents', cloud)
    cloud = full.cloud
    return { queries, rates, images, starts: [empty.start, full.start] }
  } finally {
    await cloud.remove()
  }
}
