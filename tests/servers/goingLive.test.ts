import { rmSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { buyerFields, submitForm } from 'local-cloud/testing/stripeAccount'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { runProgram } from '../../scripts/lib/children.ts'
import { inRoot, programs } from '../../scripts/lib/paths.ts'
import { provisionEnvironment } from '../../scripts/provision.ts'
import { getNeutralEnvironment } from '../../scripts/stack/environment.ts'
import { listAttributeValues } from '../support/markup.ts'
import { openNewAccounts } from '../support/newAccounts.ts'
import { serveBuild } from '../support/secondSite.ts'

vi.setConfig({ testTimeout: 600_000 })

const mailsSchema = z.object({ mails: z.array(z.object({ subject: z.string(), html: z.string() })) })
const checkoutSchema = z.object({ url: z.string() })
const subscriptionSchema = z.object({ subscribed: z.boolean() })

test('a site that was provisioned with empty vendor accounts sells a membership', async () => {
  const accounts = await openNewAccounts()
  onTestFinished(() => accounts.close())
  const { cloud, vendorOrigins, environmentFile, site, sitePort } = accounts
  const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => consoleLog.mockRestore())
  accounts.fillIn()
  await provisionEnvironment(vendorOrigins, { file: environmentFile }, async () => true)

  // The build has only the variables of the file and the vendors' origins.
  const distDir = `.next-live-${process.pid}`
  onTestFinished(() => rmSync(inRoot(distDir), { recursive: true, force: true }))
  const values = accounts.readEnvironmentFile()
  const env = { ...getNeutralEnvironment(), ...values, ...vendorOrigins, NEXT_DIST_DIR: distDir }
  const logFile = inRoot('.test', `${distDir}.log`)
  expect(await runProgram({ file: programs.next, args: ['build'], env, logFile }), logFile).toBe(0)
  const server = await serveBuild({ sitePort, env, logFile })
  onTestFinished(() => server.stop())

  const { auth } = createClient(
    String(values.NEXT_PUBLIC_SUPABASE_URL),
    String(values.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY),
    { auth: { persistSession: false } },
  )
  const email = 'ada@example.com'
  expect((await auth.signUp({ email, password: 'short7777' })).error?.code).toBe('weak_password')
  expect((await auth.signUp({ email, password: 'a-long-enough-password' })).error).toBeNull()
  const inbox = await fetch(`${cloud.origin}/_control/mails?to=${email}`, {
    headers: { Authorization: `Bearer ${cloud.env.LOCAL_CONTROL_TOKEN}` },
  })
  const [mail] = mailsSchema.parse(await inbox.json()).mails
  expect(mail?.subject).toBe('Confirm your email')
  const link = listAttributeValues(mail?.html ?? '', 'href')[0] ?? ''
  expect(link).toMatch(new RegExp(`^${site}/auth/confirm#token_hash=\\w+&type=signup&next=`))
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? ''
  const { data } = await auth.verifyOtp({ token_hash: token, type: 'signup' })

  const postToSite = async (route: string, body: object) => {
    const response = await fetch(`${site}/api/${route}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${data.session?.access_token}`,
      },
      body: JSON.stringify(body),
    })
    expect(response.status, route).toBe(200)
    return response.json()
  }
  const isMember = async () => subscriptionSchema.parse(await postToSite('check-subscription', {})).subscribed
  expect(await isMember()).toBe(false)
  const page = await (await fetch(`${site}/services`)).text()
  const version = /name="offerVersion" value="(?<version>\w+)"/.exec(page)?.groups?.version
  const { url } = checkoutSchema.parse(await postToSite('create-checkout', { offer_version: version }))
  expect((await submitForm(url, { ...buyerFields, terms: 'yes' })).status).toBe(303)
  // Stripe sends webhooks to the endpoint, with the secret, that provisioning created.
  await expect.poll(isMember, { timeout: 30_000 }).toBe(true)
})
