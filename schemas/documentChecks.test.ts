import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDocument } from '@/tests/support/seedDocuments'
import { createTestWorkspace, listFindings } from '@/tests/support/workspace'

/** A Content Lake with only an offer. */
const contentLake = createServer((_, response) => {
  const offer = { currency: 'usd', introPrice: 88_800, introMonths: 2, inclusions: [{ counts: 'clips' }] }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ result: { pages: [], offer } }))
})
beforeAll(() => new Promise<void>((resolve) => contentLake.listen(0, resolve)))
afterAll(() => contentLake.close())

it('checks placeholders and hardcoded numbers against the published offer', async () => {
  const address = contentLake.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const workspace = await createTestWorkspace({ apiHost: `http://localhost:${port}` })
  const document = {
    ...seedDocument('contactPage'),
    heading: 'Only 888 dollars',
    intro: '{hours} hours, {clips} clips',
  }
  expect(await listFindings(workspace, document)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        level: 'warning',
        message: expect.stringMatching(/^“888” doesn’t update .* \{introPrice\}/),
      }),
      expect.objectContaining({
        level: 'error',
        message: expect.stringContaining('no inclusion for “Studio hours”'),
      }),
    ]),
  )
})
