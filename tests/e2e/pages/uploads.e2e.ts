import { expect, test } from '@playwright/test'
import { testEnvironment } from '../../support/environment.ts'
import { upload } from '../../support/upload.ts'

const { siteOrigin } = testEnvironment()

/** A large body, and the bytes that kernels may accept before the connection is closed. Bytes. */
const wanted = 100_000_000
const buffered = 20_000_000

/** The routes, one that has to be signed in for, one that reads no body, and those that check what was sent. */
const paths = ['check-subscription', 'customer-portal', 'create-checkout', 'claim/send', 'stripe/webhook']

for (const framing of ['length', 'chunks'] as const) {
  test(`no client can send an endless body (${framing})`, async () => {
    for (const path of paths) {
      const { sentBytes, response: result } = await upload({
        origin: siteOrigin,
        method: 'POST',
        path: `/api/${path}`,
        framing,
        bytes: wanted,
      })
      expect.soft(sentBytes, path).toBeLessThan(buffered)
      // The response may be lost with the connection, but it is never a success.
      expect.soft(result, path).toMatch(/^(HTTP\/1\.1 4\d\d .*)?$/)
    }
  })
}
