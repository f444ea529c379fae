import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { type LocalCloud, startLocalCloud } from '../cloud.ts'
import { readConfig, StartError } from '../config.ts'
import { lakeClient } from './lakeClient.ts'

export type TestCloud = LocalCloud & {
  /** What was logged. */
  lines: string[]
  /** The Sanity port's address, with the version prefix that tests use. */
  api: string
  console: string
  client(token?: string): SanityClient
  /** Stops and starts it again on the same data and ports. */
  restart(): Promise<TestCloud>
  /** The same on other ports. */
  move(): Promise<TestCloud>
  /** Stops it and deletes its data. */
  dispose(): Promise<void>
}

/** Waits until `condition` answers something truthy, and returns it. Rejects after 10 seconds. */
export async function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + 10_000
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > end) throw new Error(`Waited too long for: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function wrap(cloud: LocalCloud, lines: string[]): TestCloud {
  const apiHost = cloud.env.NEXT_PUBLIC_SANITY_API_HOST
  return {
    ...cloud,
    lines,
    api: `${apiHost}/v2025-02-19`,
    console: `http://localhost:${cloud.config.portBase}`,
    client: (token) => lakeClient(apiHost, token),
    async restart() {
      await cloud.close()
      return wrap(await startLocalCloud(cloud.config, (line) => lines.push(line)), lines)
    },
    async move() {
      await cloud.close()
      return startSomewhere(cloud.config.dataDir, lines)
    },
    async dispose() {
      await cloud.close()
      rmSync(cloud.config.dataDir, { recursive: true, force: true })
    },
  }
}

async function startSomewhere(dataDir: string, lines: string[]): Promise<TestCloud> {
  for (let tries = 0; ; tries++) {
    const portBase = 20_000 + 25 * Math.floor(Math.random() * 1000)
    const config = readConfig({
      LOCAL_DATA_DIR: dataDir,
      LOCAL_PORT_BASE: String(portBase),
      LOCAL_SITE_ORIGIN: 'http://localhost:3999',
    })
    try {
      return wrap(await startLocalCloud(config, (line) => lines.push(line)), lines)
    } catch (error) {
      if (!(error instanceof StartError) || tries > 20) throw error
    }
  }
}

/** A local cloud on free ports with an empty data folder of its own. */
export function startTestCloud(): Promise<TestCloud> {
  return startSomewhere(mkdtempSync(join(tmpdir(), 'local-cloud-')), [])
}

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** A request with exactly the given headers: `fetch` sets Host and Origin by itself and follows redirects. */
export function raw(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The header with which a token is sent. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
