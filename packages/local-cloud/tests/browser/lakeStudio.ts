import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { build } from 'vite'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { lakeClient } from '../../testing/lakeClient.ts'
import { freePortBase } from '../../testing/ports.ts'
import { expectServed, noteCalls } from '../../testing/studioCalls.ts'

/** The Studio is a large application, and tests share the machine: how long it may take to show something. */
export const uiTimeout = 60_000

/** A content lake of a test's own, with the Studio of somebody else's project. */
export type LakeStudio = {
  cloud: RunningCloud
  /** May do everything, and sees drafts beside what is published. */
  client: SanityClient
  /** Where the Studio is. */
  origin: string
  /** Opens a path of the Studio (`structure/post`) in a new page, signed in. */
  open(page: Page, path: string): Promise<void>
}

async function buildStudio(outDir: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, 'lakeStudio'),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false },
  })
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves the Studio's files on a port of its own; every other path is the Studio's page. */
async function serve(folder: string, port: number, { lakeOrigin, env }: RunningCloud): Promise<Server> {
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const page = index.replace('http://content-lake.invalid', lakeOrigin)
  // What a page has to allow, and no other place on this machine.
  const sockets = lakeOrigin.replace('http:', 'ws:')
  const policy = ['connect-src', lakeOrigin, sockets, env.SANITY_STREAM_ORIGINS, 'https:'].join(' ')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!/^\/assets\/[\w.-]+$/.test(pathname))
      return response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
        .end(page)
    const type = types[extname(pathname)] ?? 'application/octet-stream'
    return response.setHeader('Content-Type', type).end(readFileSync(join(folder, pathname)))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}

/** Tests of the content lake with a Studio whose documents may come and go, unlike those of the site's. */
export const test = base.extend<object, { lakeStudio: LakeStudio }>({
  lakeStudio: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'lake-studio-'))
      await buildStudio(folder)
      const portBase = await freePortBase()
      const origin = `http://localhost:${portBase - 1}`
      const cloud = await startLocalCloud({ portBase, siteOrigin: origin })
      const server = await serve(folder, portBase - 1, cloud)
      const token = String(cloud.env.SANITY_API_WRITE_TOKEN)
      const client = lakeClient(cloud.lakeOrigin, token).withConfig({ perspective: 'raw' })
      await use({
        cloud,
        client,
        origin,
        async open(page, path) {
          page.setDefaultTimeout(uiTimeout)
          await page.goto(`${origin}/${path}#token=${token}`)
        },
      })
      server.closeAllConnections()
      server.close()
      await cloud.remove()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  page: async ({ page, lakeStudio }, use) => {
    noteCalls(page, lakeStudio.cloud.lakeOrigin)
    await use(page)
    expectServed(page)
  },
})
