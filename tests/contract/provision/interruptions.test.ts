import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requestManagementApi } from '../../../scripts/provision/sanityManagement.ts'
import { readSettings } from '../../../scripts/provision/settings.ts'
import { provisionEnvironment } from '../../../scripts/provision.ts'
import { type NewAccounts, openNewAccounts } from '../../support/newAccounts.ts'
import { listWrongFindings } from './support.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

let accounts: NewAccounts
beforeAll(async () => {
  accounts = await openNewAccounts()
})
afterAll(() => accounts.close())

test('provisioning prints the next step for a private dataset and a viewer’s token, and continues when run again', async () => {
  const { env } = accounts.cloud
  const output: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
  const administrator = { ...env, NEXT_PUBLIC_SANITY_DATASET: 'production' }
  const project = `/projects/${env.NEXT_PUBLIC_SANITY_PROJECT_ID}`
  await requestManagementApi(administrator, 'PATCH', `${project}/datasets/production`, { aclMode: 'private' })
  await requestManagementApi(administrator, 'POST', `${project}/cors`, {
    origin: accounts.site,
    allowCredentials: false,
  })
  const runProvision = () =>
    provisionEnvironment(accounts.vendorOrigins, { file: accounts.environmentFile }, async () => true)
  const nextStep = 'The variables are in .*: correct them there, and run this again'

  // The operator enters a viewer's token in place of the administrator's.
  accounts.fillIn({ SANITY_API_WRITE_TOKEN: env.SANITY_API_READ_TOKEN })
  await expect(runProvision()).rejects.toThrow(
    new RegExp(`^Sanity: The dataset "production" is not public, .*public\\. ${nextStep}`),
  )
  await requestManagementApi(administrator, 'PATCH', `${project}/datasets/production`, { aclMode: 'public' })

  await expect(runProvision()).rejects.toThrow(
    new RegExp(
      `^Sanity: .*/cors responded with 403: .* SANITY_API_WRITE_TOKEN has to be an administrator's.* ${nextStep}`,
    ),
  )
  accounts.fillIn()

  await runProvision()
  expect(output.join('\n')).toContain(`Lets the Studio at ${accounts.site} sign in.`)
  const findings = await listWrongFindings(
    readSettings({ ...accounts.readEnvironmentFile(), ...accounts.vendorOrigins }),
  )
  expect(findings.filter((text) => text.startsWith('Sanity'))).toEqual([])
})
