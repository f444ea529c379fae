import { createServer, type Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { freePort } from 'local-cloud/testing/ports'
import { testEnvironment } from '../support/environment.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../support/layoutShifts.ts'
import { publicRoutes } from '../support/routes.ts'
import { largeScreen, phone } from '../support/screens.ts'

/** Bytes of a page that arrive at once, and the pause before the next ones in milliseconds. */
const chunkSize = 2048
const pause = 20

let server: Server
let origin: string

/** Serves the site with pages that arrive in small parts, as on a slow connection. */
test.beforeAll(async () => {
  const { siteOrigin } = testEnvironment()
  server = createServer(async (request, response) => {
    const source = await fetch(`${siteOrigin}${request.url}`, {
      headers: { accept: String(request.headers.accept) },
    })
    const type = source.headers.get('content-type') ?? ''
    const body = Buffer.from(await source.arrayBuffer())
    response.writeHead(source.status, { 'content-type': type })
    const slow = type.startsWith('text/html') ? body.indexOf('</main>') : 0
    for (let start = 0; start < slow; start += chunkSize) {
      response.write(body.subarray(start, Math.min(start + chunkSize, slow)))
      await setTimeout(pause)
    }
    response.end(body.subarray(slow))
  })
  const port = await freePort()
  origin = `http://localhost:${port}`
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
})
test.afterAll(() => {
  server.close()
  server.closeAllConnections()
})

for (const screen of [phone, largeScreen]) {
  test(`nothing moves while a page arrives in parts, at ${screen.width} px`, async ({ page }) => {
    await page.setViewportSize(screen)
    await recordLayoutShifts(page)
    for (const { path } of publicRoutes) {
      await page.goto(`${origin}${path}`)
      expect.soft(await sumLayoutShifts(page), path).toBeLessThanOrEqual(0.01)
    }
  })
}
