import type { SanityClient } from '@sanity/client'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { getCallKind, readKnownCalls, type StudioCall } from '../../testing/studioCallList.ts'
import { createWriter } from './support.ts'

let cloud: RunningCloud
let writer: SanityClient
let picture: Buffer
const documents: { _id: string; _type: string; seo?: object }[] = [
  { _id: 'page', _type: 'page', seo: { _type: 'seo', title: 'A lamp' } },
  { _id: 'settings', _type: 'settings' },
  { _id: 'aboutPage', _type: 'aboutPage' },
]
beforeAll(async () => {
  cloud = await startLocalCloud()
  writer = createWriter(cloud)
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#264' } })
    .png()
    .toBuffer()
})
afterAll(() => cloud.remove())

const actionsSchema = z.object({
  actions: z.array(
    z.object({
      actionType: z.string(),
      publishedId: z.string().optional(),
      draftId: z.string().optional(),
      versionId: z.string().optional(),
      includeDrafts: z.array(z.string()).optional(),
      baseId: z.string().optional(),
    }),
  ),
})

/** The ids of the documents to which a body refers. */
function findReferences(body: unknown): string[] {
  return [...JSON.stringify(body ?? null).matchAll(/"_ref":"([^"]+)"/g)].map(([, id]) => String(id))
}

/** The ids of the documents that the actions of a body require. */
function findRequiredDocuments(body: unknown): string[] {
  const { data } = actionsSchema.safeParse(body)
  return (data?.actions ?? []).flatMap(
    ({ actionType, publishedId, draftId, versionId, baseId, includeDrafts = [] }) => {
      if (actionType.endsWith('.create')) return baseId === undefined ? [] : [baseId]
      // Unpublishing creates the draft; the other actions require it.
      const drafts = actionType.endsWith('.unpublish') ? [] : [draftId, versionId, ...includeDrafts]
      return [publishedId, ...drafts].filter((id) => id !== undefined)
    },
  )
}

/** Creates the documents and drafts that a request requires, and resets those in `documents`. */
async function createRequiredContent({ body }: StudioCall): Promise<void> {
  await writer.mutate(
    documents.flatMap((document) => [
      { createOrReplace: document },
      { createOrReplace: { ...document, _id: `drafts.${document._id}` } },
    ]),
    { returnDocuments: false },
  )
  const creations = [
    ...findReferences(body).map((_id) => ({ _id, _type: 'sanity.imageAsset' })),
    ...findRequiredDocuments(body).map((_id) => ({ _id, _type: 'post' })),
  ].map((document) => ({ createIfNotExists: document }))
  if (creations.length > 0) await writer.mutate(creations, { returnDocuments: false })
}

async function replay({ method, path, search, body }: StudioCall): Promise<number> {
  const url = new URL(path, cloud.contentLakeOrigin)
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value)
  const token = `Bearer ${cloud.env.SANITY_API_WRITE_TOKEN}`
  const isUpload = body === 'bytes'
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { authorization: token, 'content-type': isUpload ? 'image/png' : 'application/json' },
    ...(body === undefined ? {} : { body: isUpload ? new Uint8Array(picture) : JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

test('responds to each of the Studio’s recorded requests with the recorded status', async () => {
  const calls = readKnownCalls()
  expect(calls.length).toBeGreaterThan(30)
  const responses: [string, number][] = []
  for (const call of calls) {
    if (call.method !== 'GET') await createRequiredContent(call)
    responses.push([getCallKind(call), await replay(call)])
  }
  expect(responses).toEqual(calls.map((call) => [getCallKind(call), call.status]))
  // The Studio must not depend on unsupported endpoints.
  expect(calls.filter(({ status }) => status >= 500).map(getCallKind)).toEqual([])
})
