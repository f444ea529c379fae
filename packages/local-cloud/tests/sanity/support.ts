import { ClientError, createClient, type SanityClient } from '@sanity/client'
import type { RunningCloud } from '../../testing/cloudProcess.ts'

/** A client of a cloud's content lake; without a token it is anybody's. */
export function clientOf(cloud: RunningCloud, token?: string): SanityClient {
  return createClient({
    projectId: String(cloud.env.NEXT_PUBLIC_SANITY_PROJECT_ID),
    dataset: String(cloud.env.NEXT_PUBLIC_SANITY_DATASET),
    apiHost: cloud.lakeOrigin,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
    perspective: 'raw',
    maxRetries: 0,
    ...(token ? { token } : {}),
  })
}

/** The client of somebody who may write everything. */
export function writerOf(cloud: RunningCloud): SanityClient {
  return clientOf(cloud, String(cloud.env.SANITY_API_WRITE_TOKEN))
}

/** What a refused call looks like to the client's caller: status, message and the body's error. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; body: unknown }> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { status: error.statusCode, message: error.message, body: error.response.body }
  }
  throw new Error('The call was not refused')
}
