import { expect, test } from '@playwright/test'
import { testEnvironment } from '../../support/environment.ts'
import { upload } from '../../support/upload.ts'

const { siteOrigin } = testEnvironment()

const bodyBytes = 100_000_000
/** The maximum that the operating system may buffer before the site closes the connection. */
const maxBufferedBytes = 20_000_000

/** Routes with and without sign-in, with and without a body, and with a signature. */
const routes = ['check-subscription', 'customer-portal', 'create-checkout', 'stripe/webhook']

for (const [description, framing] of [
  ['with a Content-Length', 'length'],
  ['in chunks', 'chunks'],
] as const) {
  test(`the site rejects a large body ${description} before all of it is sent`, async () => {
    for (const route of routes) {
      const { sentBytes, response: statusLine } = await upload({
        origin: siteOrigin,
        method: 'POST',
        path: `/api/${route}`,
        framing,
        bytes: bodyBytes,
      })
      expect.soft(sentBytes, route).toBeLessThan(maxBufferedBytes)
      // Empty when the response is lost with the connection.
      expect.soft(statusLine, route).toMatch(/^(HTTP\/1\.1 4\d\d .*)?$/)
    }
  })
}
