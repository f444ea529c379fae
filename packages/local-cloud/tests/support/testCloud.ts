import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SanityClient } from '@sanity/client'
import { type LocalCloud, startLocalCloud } from '../../cloud.ts'
import { type CloudConfig, readConfig } from '../../config.ts'
import { createContentLakeClient } from '../../testing/contentLakeClient.ts'
import { createEmptyDatabase } from '../../testing/emptyDatabase.ts'
import { findFreePortBase } from '../../testing/ports.ts'
import { until as poll } from '../../testing/stripeAccount.ts'

/** A local cloud that runs in the test's process. */
export type TestCloud = LocalCloud & {
  /** The lines of the log. */
  lines: string[]
  /** The Sanity API's base URL, with the API version that the tests use. */
  api: string
  /** The URL of the console. */
  console: string
  client(token?: string): SanityClient
  /** Restarts the local cloud with the same data and ports. */
  restart(): Promise<TestCloud>
  /** Restarts the local cloud with the same data and different ports. */
  move(): Promise<TestCloud>
  /** Stops the local cloud and deletes its data. */
  dispose(): Promise<void>
}

/** Polls until `condition` returns a truthy value, and resolves to it. Rejects after 10 seconds. */
export function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  return poll(condition, 10_000)
}

async function start(config: CloudConfig, lines: string[]): Promise<TestCloud> {
  const cloud = await startLocalCloud(config, (line) => lines.push(line))
  const apiHost = cloud.env.NEXT_PUBLIC_SANITY_API_HOST
  return {
    ...cloud,
    lines,
    api: `${apiHost}/v2025-02-19`,
    console: `http://localhost:${cloud.config.portBase}`,
    client: (token) => createContentLakeClient(apiHost, token),
    async restart() {
      await cloud.close()
      return start(cloud.config, lines)
    },
    async move() {
      await cloud.close()
      return start({ ...cloud.config, portBase: await findFreePortBase() }, lines)
    },
    async dispose() {
      await cloud.close()
      rmSync(cloud.config.dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a local cloud on free ports with an empty data folder. */
export async function startTestCloud(): Promise<TestCloud> {
  const config = readConfig({
    LOCAL_DATA_DIR: await createEmptyDatabase(mkdtempSync(join(tmpdir(), 'local-cloud-'))),
    LOCAL_PORT_BASE: String(await findFreePortBase()),
    LOCAL_SITE_ORIGIN: 'http://localhost:3999',
  })
  return start(config, [])
}

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request without `fetch`, since `fetch` sets Host and Origin itself and follows redirects. */
export function sendRawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawResponse> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method, headers, agent: false }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

/** Returns the Authorization header for a token. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** Calls the control API, by default with POST if there is a body, or else GET. Resolves to the status and JSON. */
export async function callControl(
  { console, env }: TestCloud,
  path: string,
  options: { method?: string; body?: unknown } = {},
) {
  const { status, body } = await sendRawRequest(`${console}/_control/${path}`, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: bearer(env.LOCAL_CONTROL_TOKEN),
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  return { status, json: JSON.parse(body) }
}
