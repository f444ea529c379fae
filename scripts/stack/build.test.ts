import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { isValidSignature } from '@sanity/webhook'
import { beforeEach, expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { computeBuildFingerprint, expireDocuments, findChangedDocuments } from './build.ts'

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = createTemporaryFolder('sources')
  write('app/page.tsx', 'one')
  write('package-lock.json', '{}')
})

it.each([
  ['app/page.tsx', 'two'],
  ['app/(site)/new/page.tsx', ''],
  ['package-lock.json', '{"a":1}'],
  ['.env.local', 'A=1'],
  ['a-new-folder/thing.ts', ''],
])('the fingerprint changes with %s', (path, text) => {
  const before = computeBuildFingerprint(root, {})
  write(path, text)
  expect(computeBuildFingerprint(root, {})).not.toBe(before)
})

it.each([
  'app/page.test.tsx',
  'docs/guide.md',
  'packages/local-cloud/main.ts',
  '.next/cache/x',
  'seed/content.ndjson',
  'README.md',
])('the fingerprint does not change with %s', (path) => {
  const before = computeBuildFingerprint(root, {})
  write(path, 'new')
  expect(computeBuildFingerprint(root, {})).toBe(before)
})

it('the fingerprint changes with a deleted file, and with the variables', () => {
  const before = computeBuildFingerprint(root, { A: '1' })
  expect(computeBuildFingerprint(root, { A: '2' })).not.toBe(before)
  rmSync(join(root, 'app/page.tsx'))
  expect(computeBuildFingerprint(root, { A: '1' })).not.toBe(before)
})

it('finds documents that were published, changed and deleted', () => {
  const before = { same: '1', changed: '1', deleted: '1' }
  expect(findChangedDocuments(before, { same: '1', changed: '2', published: '1' })).toEqual([
    'changed',
    'deleted',
    'published',
  ])
  expect(findChangedDocuments(before, before)).toEqual([])
})

async function startFakeSite(status: number) {
  const requests: { url: string | undefined; signature: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    requests.push({ url: request.url, signature: String(request.headers['sanity-webhook-signature']), body })
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { requests, origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

it('signs its requests as the Content Lake does', async () => {
  const site = await startFakeSite(200)
  try {
    await expireDocuments(site.origin, 'the secret', ['homePage', 'offer'])
    expect(site.requests.map(({ body }) => JSON.parse(body)._id)).toEqual(['homePage', 'offer'])
    for (const { url, body, signature } of site.requests) {
      expect(url).toBe('/api/sanity/webhook')
      expect(await isValidSignature(body, signature, 'the secret')).toBe(true)
      expect(await isValidSignature(body, signature, 'another')).toBe(false)
    }
  } finally {
    site.close()
  }
})

it('throws when the site refuses the webhook', async () => {
  const site = await startFakeSite(401)
  try {
    await expect(expireDocuments(site.origin, 'wrong', ['homePage'])).rejects.toThrow(/responded 401/)
  } finally {
    site.close()
  }
})
