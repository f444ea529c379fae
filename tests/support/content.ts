import type { SanityClient } from '@sanity/client'
import { createContentLakeClient } from 'local-cloud/testing/contentLakeClient'
import { testEnvironment } from './environment.ts'

/** Returns a client for the Content Lake under test, with write access. */
export function contentClient(): SanityClient {
  const { contentLakeOrigin, writeToken } = testEnvironment()
  return createContentLakeClient(contentLakeOrigin, writeToken).withConfig({ perspective: 'raw' })
}

/** Fetches a field of a document or draft from the Content Lake; null when the field has no value. */
export function fetchStoredField<Value>(id: string, path: string): Promise<Value | null> {
  return contentClient().fetch<Value | null>(`*[_id == $id][0].${path}`, { id })
}

/** Copies a published document into a draft, with these fields changed. */
export async function createDraft(id: string, fields: object): Promise<void> {
  const { _rev, ...published } = (await contentClient().getDocument(id)) ?? { _type: id, _rev: '' }
  await contentClient().createOrReplace({ ...published, ...fields, _id: `drafts.${id}` })
}

/** Changes fields of a published document, without waiting for its webhooks. */
export const changeFields = (id: string, set: Record<string, unknown>) =>
  contentClient().mutate([{ patch: { id, set } }], { returnDocuments: false })

/** Calls the local cloud's control API, for example `control('faults', {vendor: 'sanity', status: 503})`. */
export async function control<ControlResponse = unknown>(
  path: string,
  body?: unknown,
  method = body ? 'POST' : 'GET',
): Promise<ControlResponse> {
  const { cloudOrigin, controlToken } = testEnvironment()
  const response = await fetch(`${cloudOrigin}/_control/${path}`, {
    method,
    headers: { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} /_control/${path} responded with ${response.status}.`)
  return response.json()
}
