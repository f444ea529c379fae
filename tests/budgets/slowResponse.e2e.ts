import { createServer, type Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { findFreePort } from 'local-cloud/testing/ports'
import { testEnvironment } from '../support/environment.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../support/layoutShifts.ts'
import { publicPages } from '../support/pages.ts'
import { largeScreen, phone } from '../support/screens.ts'

const chunkBytes = 1024
/** The pause between two chunks of a page. */
const pauseMs = 20

let server: Server
let origin: string

/** Serves the site, and sends each page up to `</main>` in small chunks, as on a slow connection. */
test.beforeAll(async () => {
  const { siteOrigin } = testEnvironment()
  server = createServer(async (request, response) => {
    const siteResponse = await fetch(`${siteOrigin}${request.url}`, {
      headers: { accept: String(request.headers.accept) },
    })
    const type = siteResponse.headers.get('content-type') ?? ''
    const body = Buffer.from(await siteResponse.arrayBuffer())
    response.writeHead(siteResponse.status, { 'content-type': type })
    const slowPartEnd = type.startsWith('text/html') ? body.indexOf('</main>') : 0
    for (let start = 0; start < slowPartEnd; start += chunkBytes) {
      response.write(body.subarray(start, Math.min(start + chunkBytes, slowPartEnd)))
      await setTimeout(pauseMs)
    }
    response.end(body.subarray(slowPartEnd))
  })
  const port = await findFreePort()
  origin = `http://localhost:${port}`
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
})
test.afterAll(() => {
  server.close()
  server.closeAllConnections()
})

for (const screen of [phone, largeScreen]) {
  test(`a page that arrives in chunks has no layout shift, at ${screen.width} px`, {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.setViewportSize(screen)
    await recordLayoutShifts(page)
    for (const { path } of publicPages) {
      await page.goto(`${origin}${path}`)
      expect.soft(await sumLayoutShifts(page), path).toBeLessThanOrEqual(0.01)
    }
  })
}
