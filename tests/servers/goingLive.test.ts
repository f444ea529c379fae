import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { buyerFields, submitForm } from 'local-cloud/testing/stripeAccount'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { pageTexts } from '@/lib/messages/areas'
import { inRoot } from '../../scripts/lib/paths.ts'
import { provisionEnvironment } from '../../scripts/provision.ts'
import { getNeutralEnvironment } from '../../scripts/stack/environment.ts'
import { copyRepository } from '../support/copyRepository.ts'
import { listAttributeValues } from '../support/markup.ts'
import { openNewAccounts } from '../support/newAccounts.ts'
import { publicPages } from '../support/pages.ts'
import { serveBuild } from '../support/secondSite.ts'
import { readSecretNames } from '../support/secretNames.ts'

vi.setConfig({ hookTimeout: 900_000, testTimeout: 600_000 })

/** The version of Vercel's CLI that these tests were written for. */
const vercelCli = 'vercel@54.21.1'

const folder = mkdtempSync(join(tmpdir(), 'vercel-'))
const output = join(folder, '.vercel', 'output')

/** Secrets that the output must not contain, keyed by variable name. */
const secrets = new Map<string, string>()

const cronsSchema = z.looseObject({ crons: z.array(z.object({ path: z.string(), schedule: z.string() })) })
const prerenderSchema = z.looseObject({ allowQuery: z.array(z.string()).optional() })
const functionSchema = z.looseObject({
  filePathMap: z.record(z.string(), z.string()).optional(),
})

const readJson = <Value>(schema: z.ZodType<Value>, file: string) =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Hard-links the packages, or copies them if the temporary folder is on a different file system. */
function copyPackages(): void {
  const packages = join(folder, 'node_modules')
  try {
    execFileSync('cp', ['-al', inRoot('node_modules'), packages], { stdio: 'ignore' })
  } catch {
    rmSync(packages, { recursive: true, force: true })
    execFileSync('cp', ['-a', inRoot('node_modules'), packages])
  }
}

/** Lists all deployed files: the build output, and the files outside it that its functions refer to. */
function listDeployedFiles(): Set<string> {
  const outputFiles = readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const referencedFiles = outputFiles
    .filter((file) => basename(file) === '.vc-config.json')
    .flatMap((file) => Object.values(readJson(functionSchema, file).filePathMap ?? {}))
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())
  return new Set([...outputFiles, ...referencedFiles])
}

const mailsSchema = z.object({ mails: z.array(z.object({ subject: z.string(), html: z.string() })) })
const checkoutSchema = z.object({ url: z.string() })
const subscriptionSchema = z.object({ subscribed: z.boolean() })

/** The accounts that the site was provisioned and built with. */
const accounts = await openNewAccounts()
let values: Record<string, string | undefined>
let env: NodeJS.ProcessEnv

/** Provisions the accounts whose keys are in the environment file, without console output. */
async function provisionAccounts(skipsSeed: boolean): Promise<void> {
  const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { vendorOrigins, environmentFile: file } = accounts
  await provisionEnvironment(vendorOrigins, { file, 'without-seed': skipsSeed }, async () => true)
  consoleLog.mockRestore()
}

beforeAll(async () => {
  accounts.fillIn()
  await provisionAccounts(true)
  // The build runs in a copy of the repository, since a build writes into its source folder.
  copyRepository(folder)
  copyPackages()
  const settings = { framework: 'nextjs', installCommand: 'true', buildCommand: 'next build' }
  mkdirSync(dirname(output))
  writeFileSync(
    join(dirname(output), 'project.json'),
    JSON.stringify({ projectId: 'prj_none', orgId: 'team_none', settings }),
  )
  values = accounts.readEnvironmentFile()
  for (const name of readSecretNames()) {
    const value = values[name] ?? ''
    // A shorter value may occur by chance.
    if (value.length >= 16) secrets.set(name, value)
  }
  // Of the site's variables, the build gets only those in the environment file and the vendors' origins.
  env = {
    NODE_ENV: 'production',
    ...getNeutralEnvironment(),
    ...values,
    ...accounts.vendorOrigins,
    VERCEL: '1',
  }
  const args = ['--yes', vercelCli, 'build', '--prod', '--yes', '--cwd', folder]
  const options = { env: { ...env, VERCEL_TELEMETRY_DISABLED: '1' }, maxBuffer: 64 * 1024 * 1024 }
  await promisify(execFile)('npx', args, options)
})

afterAll(async () => {
  await accounts.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a site built for empty accounts sells a membership once there is content', async () => {
  const { cloud, site, sitePort } = accounts
  const server = await serveBuild({ sitePort, env, logFile: join(folder, 'site.log'), folder })
  onTestFinished(() => server.stop())
  const getStatus = async (path: string) => (await fetch(`${site}${path}`)).status
  for (const { path, document } of publicPages)
    expect(await getStatus(path), path).toBe(document in pageTexts ? 200 : 404)
  for (const path of ['/sitemap.xml', '/studio-admin']) expect(await getStatus(path), path).toBe(200)
  await provisionAccounts(false)
  for (const { path } of publicPages)
    await expect.poll(() => getStatus(path), { message: path, timeout: 30_000 }).toBe(200)

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
  // Stripe sends webhooks to the endpoint that provisioning created, and signs them with the endpoint's secret.
  await expect.poll(isMember, { timeout: 30_000 }).toBe(true)
})

test('each public page is prerendered once for all query strings', () => {
  for (const { path } of publicPages) {
    const name = path === '/' ? 'index' : path.slice(1)
    const { allowQuery } = readJson(
      prerenderSchema,
      join(output, 'functions', `${name}.prerender-config.json`),
    )
    expect.soft(allowQuery, path).toEqual([])
  }
})

test('the output contains every cron schedule in vercel.json', () => {
  const { crons } = readJson(cronsSchema, join(output, 'config.json'))
  expect(crons).toEqual(readJson(cronsSchema, inRoot('vercel.json')).crons)
})

test('no deployed file contains a secret', () => {
  expect(secrets.size).toBeGreaterThan(5)
  const files = [...listDeployedFiles()]
  expect(files.some((file) => file.includes('/.next/server/'))).toBe(true)
  for (const file of files) {
    const content = readFileSync(file)
    for (const [variable, value] of secrets) {
      expect.soft(content.includes(value), `${variable} in ${file}`).toBe(false)
    }
  }
})
