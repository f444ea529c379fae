import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkAllVendors } from '../../../scripts/doctor.ts'
import { requestManagementApi } from '../../../scripts/provision/sanityManagement.ts'
import { readSettings } from '../../../scripts/provision/settings.ts'
import { main } from '../../../scripts/provision.ts'
import { type NewAccounts, openNewAccounts, respondTo } from '../../support/newAccounts.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

let accounts: NewAccounts
beforeAll(async () => {
  accounts = await openNewAccounts()
})
afterAll(() => accounts.close())

test('provisioning prints the next step for a private dataset and a viewer’s token, and continues when run again', async () => {
  const { env } = accounts.cloud
  const output: string[] = []
  const errors: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line))
  const administrator = { ...env, NEXT_PUBLIC_SANITY_DATASET: 'production' }
  const project = `/projects/${env.NEXT_PUBLIC_SANITY_PROJECT_ID}`
  await requestManagementApi(administrator, 'PATCH', `${project}/datasets/production`, { aclMode: 'private' })
  await requestManagementApi(administrator, 'POST', `${project}/cors`, {
    origin: accounts.site,
    allowCredentials: false,
  })
  // The operator enters a viewer's token in place of the administrator's.
  const responses: NewAccounts['inputs'] = [
    ['role of an administrator', env.SANITY_API_READ_TOKEN],
    ...accounts.inputs,
  ]
  const runProvision = () =>
    main(accounts.vendorOrigins, ['--file', accounts.environmentFile], async (question) =>
      respondTo(question, responses),
    )
  const nextStep = 'The inputs are in .*: correct them there, and run this again'

  expect(await runProvision()).toBe(1)
  expect(errors.pop()).toMatch(
    new RegExp(`^Sanity: The dataset "production" is not public, .*public\\. ${nextStep}`),
  )
  await requestManagementApi(administrator, 'PATCH', `${project}/datasets/production`, { aclMode: 'public' })

  expect(await runProvision()).toBe(1)
  expect(errors.pop()).toMatch(
    new RegExp(
      `^Sanity: .*/cors responded with 403: .* SANITY_API_WRITE_TOKEN has to be an administrator's.* ${nextStep}`,
    ),
  )
  const inputsFile = readFileSync(accounts.environmentFile, 'utf8')
  expect(inputsFile).toContain(env.SANITY_API_READ_TOKEN)
  writeFileSync(
    accounts.environmentFile,
    inputsFile.replace(env.SANITY_API_READ_TOKEN, env.SANITY_API_WRITE_TOKEN),
  )

  expect(await runProvision()).toBe(0)
  expect(errors).toEqual([])
  expect(output.join('\n')).toContain(`Lets the Studio at ${accounts.site} sign in.`)
  const findings = await checkAllVendors(
    readSettings({ ...accounts.readEnvironmentFile(), ...accounts.vendorOrigins }),
  )
  expect(findings.filter(({ vendor, state }) => vendor === 'Sanity' && state === 'wrong')).toEqual([])
})
