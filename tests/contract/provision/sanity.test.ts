import { createServer } from 'node:http'
import type { RunningCloud } from 'local-cloud/testing/cloudProcess'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createAdminClient } from '../../../scripts/lib/sanityClient.ts'
import { allowOrigin, checkSanity, createViewerToken } from '../../../scripts/provision/sanity.ts'
import { requestManagementApi } from '../../../scripts/provision/sanityManagement.ts'
import type { Settings } from '../../../scripts/provision/settings.ts'
import { readWebhooks, registerWebhook } from '../../../scripts/provision/webhook.ts'
import { provision } from '../../../scripts/provision.ts'
import { changeWebhook, type EmptyAccounts, setUpAccounts } from './support.ts'

let cloud: RunningCloud
let settings: Settings
let access: EmptyAccounts['access']
setUpAccounts((accounts) => {
  ;({ cloud, settings, access } = accounts)
})

beforeAll(async () => {
  await createAdminClient(access).create({ _id: 'siteSettings', _type: 'siteSettings' })
  await registerWebhook(access, settings.NEXT_PUBLIC_SITE_URL)
})

/** Lists the doctor's findings about Sanity, as `state: text`. */
const listFindings = async (changed: Partial<Settings> = {}) =>
  (await checkSanity({ ...settings, ...changed })).list.map(({ state, text }) => `${state}: ${text}`)

test('a staging site in the same project of Sanity does not change the webhook of the production site', async () => {
  const staging = { ...access, NEXT_PUBLIC_SANITY_DATASET: 'staging' }
  const stagingSite = `http://localhost:${cloud.portBase - 2}`
  await registerWebhook(staging, stagingSite)
  const productionSite = settings.NEXT_PUBLIC_SITE_URL
  expect(await readWebhooks(access, productionSite)).toMatchObject({ isRegistered: true })
  await registerWebhook(access, productionSite)
  expect(await readWebhooks(staging, stagingSite)).toEqual({
    isRegistered: true,
    namesToSite: [],
    otherUrls: [],
  })
})

test('a second site on the same dataset does not change the webhook of the first, and the doctor lists the second one’s', async () => {
  const secondSite = `http://localhost:${cloud.portBase - 3}`
  await registerWebhook(access, secondSite)
  const firstSite = settings.NEXT_PUBLIC_SITE_URL
  expect(await readWebhooks(access, firstSite)).toEqual({
    isRegistered: true,
    namesToSite: [],
    otherUrls: [`${secondSite}/api/sanity/webhook`],
  })
  expect(await listFindings()).toContainEqual(
    expect.stringMatching(`^note: The dataset has another webhook, to ${secondSite}/api/sanity/webhook`),
  )
  const hooks = `/hooks/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}`
  const webhooks = z
    .array(z.object({ id: z.string(), url: z.string() }))
    .parse(await requestManagementApi(access, 'GET', hooks))
  const secondWebhook = webhooks.find(({ url }) => url.startsWith(secondSite))
  await requestManagementApi(access, 'DELETE', `${hooks}/${secondWebhook?.id}`)
})

test('the doctor distinguishes a manually created webhook of this site from other webhooks, and names the expected one', async () => {
  await changeWebhook(access, { name: 'By hand' })
  const findings = await listFindings()
  expect(findings).toContainEqual(
    expect.stringMatching(/^wrong: No webhook with the name “Refresh the site”/),
  )
  expect(findings).toContainEqual(expect.stringMatching(/^note: The webhook “By hand” calls this site too/))
  expect(findings.join()).not.toContain('another webhook')
  await changeWebhook(access, { name: 'Refresh the site' })
})

test('the doctor reports a personal write token, and accepts a robot’s', async () => {
  const { contentLakeOrigin } = cloud
  const origin = encodeURIComponent(`${settings.NEXT_PUBLIC_SITE_URL}/studio-admin`)
  const login = await fetch(
    `${contentLakeOrigin}/v1/auth/login/local?origin=${origin}&projectId=local&withSid=true`,
    {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: contentLakeOrigin },
      body: 'account=administrator',
    },
  )
  const sid = /#sid=([^&]+)$/.exec(login.headers.get('location') ?? '')?.[1]
  const session = await (await fetch(`${contentLakeOrigin}/v1/auth/fetch?sid=${sid}`)).json()
  const { token } = z.object({ token: z.string() }).parse(session)
  const note = expect.stringMatching(/^note: SANITY_API_WRITE_TOKEN is a personal token/)
  expect(await listFindings({ SANITY_API_WRITE_TOKEN: token })).toContainEqual(note)
  expect(await listFindings()).not.toContainEqual(note)
})

test('allowOrigin replaces a CORS origin that has no credentials', async () => {
  const path = `/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`
  const origin = `http://localhost:${cloud.portBase - 4}`
  await requestManagementApi(access, 'POST', path, { origin, allowCredentials: false })
  const joinFindings = async () => (await listFindings({ NEXT_PUBLIC_SITE_URL: origin })).join('\n')
  expect(await joinFindings()).toContain(`wrong: ${origin} is not among the CORS origins with credentials`)
  await allowOrigin(access, origin)
  expect(await joinFindings()).toContain(`right: The Studio at ${origin} may sign in.`)
})

test.each([
  ['with content', 'production'],
  ['without content', 'closed'],
])(
  'provisioning and the doctor refuse a private dataset %s, which the site cannot read',
  async (_, dataset) => {
    const privateAccess = { ...access, NEXT_PUBLIC_SANITY_DATASET: dataset }
    const path = `/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}/datasets/${dataset}`
    const exists = dataset === settings.NEXT_PUBLIC_SANITY_DATASET
    await requestManagementApi(privateAccess, exists ? 'PATCH' : 'PUT', path, { aclMode: 'private' })
    onTestFinished(async () => {
      if (exists) await requestManagementApi(privateAccess, 'PATCH', path, { aclMode: 'public' })
    })
    const message = new RegExp(
      `The dataset "${dataset}" is not public, .*npx sanity dataset visibility set ${dataset} public`,
    )
    const finding = expect.stringMatching(message)
    await expect(provision(privateAccess, { isDry: true })).rejects.toThrow(message)
    const changed = { NEXT_PUBLIC_SANITY_DATASET: dataset }
    expect((await listFindings(changed)).filter((line) => line.startsWith('wrong'))).toContainEqual(finding)
    // The site's own environment has no write token. The doctor then reads with and without the viewer's token.
    const withoutWriteToken = await listFindings({ ...changed, SANITY_API_WRITE_TOKEN: undefined })
    if (exists) expect(withoutWriteToken).toContainEqual(finding)
  },
)

test.each([
  {
    behavior: 'redirects',
    status: 308,
    location: 'https://www.example.com/api/health',
    finding: /^wrong: .* redirects to https:\/\/www\.example\.com/,
  },
  {
    behavior: 'requires a password',
    status: 401,
    location: '',
    finding: /^wrong: .*\/api\/health requires a password \(401\)/,
  },
  { behavior: 'accepts webhooks', status: 200, location: '', finding: /^right: .* accepts webhooks\.$/ },
])('the doctor reports that the site $behavior', async ({ status, location, finding }) => {
  const site = createServer((_, response) => {
    response.writeHead(status, location ? { location } : {}).end()
  }).listen(cloud.portBase - 1)
  onTestFinished(() => {
    site.close()
  })
  expect(await listFindings()).toContainEqual(expect.stringMatching(finding))
})

test('a refused token creation shows Sanity’s message, and how to create the token manually', async () => {
  const viewerAccess = { ...access, SANITY_API_WRITE_TOKEN: String(cloud.env.SANITY_API_READ_TOKEN) }
  await expect(createViewerToken(viewerAccess, 'Site')).rejects.toThrow(
    /POST \/access\/project\/local\/robots responded with 403: .+ Create a token at sanity\.io\/manage .*SANITY_API_READ_TOKEN/,
  )
})
