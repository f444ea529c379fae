import { ClientError, type SanityClient } from '@sanity/client'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { createContentLakeClient } from '../../testing/contentLakeClient.ts'

/** A client of a local cloud, anonymous without a token. */
export function createCloudClient(cloud: RunningCloud, token?: string): SanityClient {
  return createContentLakeClient(cloud.contentLakeOrigin, token).withConfig({
    perspective: 'raw',
    maxRetries: 0,
  })
}

/** A client with the administrator's token. */
export function createWriter(cloud: RunningCloud): SanityClient {
  return createCloudClient(cloud, String(cloud.env.SANITY_API_WRITE_TOKEN))
}

/** The status, message and body of the 4xx response to a request that must fail with one. Rejects otherwise. */
export async function catchError(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; body: unknown }> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { status: error.statusCode, message: error.message, body: error.response.body }
  }
  throw new Error('The request did not fail')
}
