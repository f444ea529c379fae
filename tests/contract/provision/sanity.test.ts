import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAdminClient } from '../../../scripts/lib/sanityClient.ts'
import { requestManagementApi } from '../../../scripts/provision/sanityManagement.ts'
import type { Settings } from '../../../scripts/provision/settings.ts'
import { provision } from '../../../scripts/provision.ts'
import { listFindings as listVendorFindings, setUpAccounts } from './support.ts'

const { cloud, settings } = await setUpAccounts()
await createAdminClient(settings).create({ _id: 'siteSettings', _type: 'siteSettings' })

/** Lists the doctor's findings about Sanity, as `state: text`. */
const listFindings = (changed: Partial<Settings> = {}) =>
  listVendorFindings({ ...settings, ...changed }, 'Sanity')

test('provisioning replaces a CORS origin that does not allow credentials', async () => {
  const path = `/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`
  const origin = `http://localhost:${cloud.portBase - 4}`
  await requestManagementApi(settings, 'POST', path, { origin, allowCredentials: false })
  const changed = { NEXT_PUBLIC_SITE_URL: origin }
  const joinFindings = async () => (await listFindings(changed)).join('\n')
  expect(await joinFindings()).toContain(`wrong: ${origin} is not among the CORS origins with credentials`)
  await provision({ ...settings, ...changed }, vi.fn())
  expect(await joinFindings()).toContain(`right: Editors can sign in to the Studio at ${origin}.`)
})

test.each([
  ['with content', 'production'],
  ['without content', 'closed'],
])('provisioning refuses, and the doctor reports, a private dataset %s', async (_, dataset) => {
  const privateSettings = { ...settings, NEXT_PUBLIC_SANITY_DATASET: dataset }
  const path = `/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}/datasets/${dataset}`
  const exists = dataset === settings.NEXT_PUBLIC_SANITY_DATASET
  await requestManagementApi(privateSettings, exists ? 'PATCH' : 'PUT', path, { aclMode: 'private' })
  onTestFinished(async () => {
    if (exists) await requestManagementApi(privateSettings, 'PATCH', path, { aclMode: 'public' })
  })
  const message = new RegExp(
    `The dataset "${dataset}" is not public, .*npx sanity dataset visibility set ${dataset} public`,
  )
  const finding = expect.stringMatching(message)
  await expect(provision(privateSettings, vi.fn())).rejects.toThrow(message)
  const changed = { NEXT_PUBLIC_SANITY_DATASET: dataset }
  expect((await listFindings(changed)).filter((line) => line.startsWith('wrong'))).toContainEqual(finding)
})

test('without an administrator’s token, the doctor checks what a visitor sees', async () => {
  expect(await listFindings({ SANITY_API_WRITE_TOKEN: undefined })).toEqual([
    "wrong: SANITY_API_WRITE_TOKEN is missing: set it to an administrator's token.",
    'wrong: Nothing can be sold: there is no published offer',
    expect.stringContaining('/api/health does not respond'),
  ])
})

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
    finding: /^wrong: .*\/api\/health responds with 401\. If the site requires a password, exempt /,
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
