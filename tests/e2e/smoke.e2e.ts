import { expect, test } from '@playwright/test'

test('the health and readiness routes report no problem', async ({ request }) => {
  const health = await request.get('/api/health')
  expect(health.status()).toBe(200)
  expect(await health.json()).toEqual({ status: 'ok' })
  const ready = await request.get('/api/ready')
  expect(ready.status()).toBe(200)
  expect(await ready.json()).toMatchObject({ status: 'ready', content: 'ok', database: 'ok' })
})

test('security.txt links to the contact page, and expires in 30 to 365 days', async ({
  request,
  baseURL,
}) => {
  const response = await request.get('/.well-known/security.txt')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2)),
  )
  expect(fields).toMatchObject({
    Contact: `${baseURL}/contact`,
    Canonical: `${baseURL}/.well-known/security.txt`,
  })
  const daysToExpiry = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
  expect(daysToExpiry).toBeGreaterThan(30)
  expect(daysToExpiry).toBeLessThan(365)
})
