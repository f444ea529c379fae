import { spawnSync } from 'node:child_process'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStripe } from '@/lib/membership/stripe'
import { examine } from '../../scripts/doctor.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { readSettings, type Settings } from '../../scripts/lib/settings.ts'
import { provision } from '../../scripts/provision.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

let cloud: RunningCloud
let settings: Settings
let stripe: Stripe

beforeAll(async () => {
  cloud = await startLocalCloud()
  const offered = Object.entries(cloud.env).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  settings = readSettings({
    ...Object.fromEntries(offered),
    NEXT_PUBLIC_SITE_URL: `http://localhost:${cloud.portBase - 1}`,
    CRON_SECRET: 'a-secret-for-the-scheduler',
  })
  stripe = createStripe(String(settings.STRIPE_SECRET_KEY), settings.STRIPE_API_ORIGIN)
})
afterAll(() => cloud.remove())

const wrong = async (changed: Partial<Settings> = {}) =>
  (await examine({ ...settings, ...changed }))
    .filter(({ state }) => state === 'wrong')
    .map(({ vendor, text }) => `${vendor}: ${text}`)

test('an empty account of every vendor is made ready, and the doctor says so before and after', async () => {
  const before = await wrong()
  expect(before).toEqual([
    expect.stringContaining('Sanity: There is no content yet'),
    expect.stringContaining('Sanity: Nothing can be sold: there is no published offer'),
    expect.stringContaining('Sanity: No webhook tells the site'),
    expect.stringContaining('Sanity: http://localhost:'),
    expect.stringContaining('Postgres: Not applied yet: 2'),
    expect.stringContaining('Stripe: No endpoint leads to'),
    expect.stringContaining('Stripe: There is no published offer'),
    expect.stringContaining('Stripe: The portal is not configured'),
  ])
  const done = await provision(settings)
  expect(done.Sanity?.join()).toMatch(/Imported \d+ documents.*Registered the webhook/)
  expect(done.Postgres?.join()).toContain('Applied 2')
  expect(await wrong()).toEqual([])

  const counts = async () => [
    (await stripe.prices.list()).data.length,
    (await stripe.coupons.list()).data.length,
    (await stripe.webhookEndpoints.list()).data.length,
    (await stripe.billingPortal.configurations.list()).data.length,
  ]
  const made = await counts()
  const again = await provision(settings)
  expect(again.Sanity).toEqual(['Left the content as it is.', 'Has the webhook.'])
  expect(again.Postgres).toEqual(['Has every migration.'])
  expect(await counts()).toEqual(made)
})

test('an endpoint that hears too little is found and mended, one that is gone is made again', async () => {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['invoice.paid'] })
  expect(await wrong()).toEqual([expect.stringMatching(/Stripe: It is not sent .*customer\.deleted/)])
  await provision(settings)
  expect(await wrong()).toEqual([])
  await stripe.webhookEndpoints.del(String(endpoint?.id))
  expect(await wrong()).toEqual([expect.stringContaining('Stripe: No endpoint leads to')])
  const { Stripe: lines } = await provision(settings)
  expect(lines?.join()).toMatch(/Set STRIPE_WEBHOOK_SECRET=whsec_\w+/)
  expect(await wrong()).toEqual([])
})

test('keys that nobody takes and services that are away are named, without their secrets', async () => {
  const secret = 'sk_test_that_is_nobodys_at_all'
  const found = await wrong({
    STRIPE_SECRET_KEY: secret,
    SUPABASE_SECRET_KEY: 'sb_secret_that_is_nobodys_at_all',
    SANITY_API_WRITE_TOKEN: 'nobody-has-this-token',
    DATABASE_URL: `postgres://nobody:hidden@127.0.0.1:${cloud.portBase - 2}/postgres`,
    STRIPE_WEBHOOK_SECRET: undefined,
  })
  for (const what of [
    'Stripe: Webhook endpoints cannot be read',
    'Stripe: STRIPE_WEBHOOK_SECRET is missing',
    'Supabase: The secret key is not taken',
    'Sanity: The webhook cannot be looked at',
    'Postgres: The database does not answer',
  ]) {
    expect(found.join('\n')).toContain(what)
  }
  expect(found.join('\n')).not.toMatch(/nobodys_at_all|nobody-has|hidden/)
})

test('both run as commands, outside of any bundler', () => {
  for (const name of ['doctor', 'provision']) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', inRoot('scripts/lib/siteModules.mjs'), inRoot(`scripts/${name}.ts`)],
      {
        cwd: inRoot('scripts'),
        encoding: 'utf8',
        env: { NODE_ENV: 'test', NEXT_PUBLIC_SITE_URL: 'nowhere' },
      },
    )
    expect(stderr).toContain('NEXT_PUBLIC_SITE_URL is not valid')
    expect(status).toBe(1)
  }
})
