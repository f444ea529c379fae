import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { parseSiteEnvironment } from '@/lib/env'
import { createPrompt, promptForMissing } from './questions.ts'

const responses: Record<string, string> = {
  'The URL of the site': 'https://example.com',
  'the id of the project': 'abcd1234',
  'role of an administrator': 'a'.repeat(40),
  'Supabase: the URL': 'https://abcdefgh.supabase.co',
  'the publishable key': 'p'.repeat(40),
  'Supabase: the secret key': 's'.repeat(40),
  'contact form: the public key': 'key',
  'contact form: the service': 'service_1',
  'contact form: the template': 'template_1',
}

/** Prompts for missing variables. Responds with the question's next extra response, or as in `responses`, or with ''. */
async function promptWithResponses(extraResponses: Record<string, readonly string[]> = {}) {
  const remaining = new Map(Object.entries(extraResponses).map(([part, list]) => [part, [...list]]))
  const variables: Record<string, string | undefined> = {}
  const printed: string[] = []
  await promptForMissing(
    variables,
    async (question) => {
      const queuedResponses = [...remaining].find(([part]) => question.includes(part))?.[1]
      if (queuedResponses) return queuedResponses.shift() ?? ''
      return Object.entries(responses).find(([part]) => question.includes(part))?.[1] ?? ''
    },
    { storeVariable: () => {}, print: (line) => printed.push(line) },
  )
  return { variables, printed }
}

it("leaves the scheduler's secret unset on a site that sells nothing, and its environment is valid", async () => {
  const { variables } = await promptWithResponses()
  const tokens = { SANITY_API_READ_TOKEN: 'r'.repeat(20) }
  expect(parseSiteEnvironment({ ...variables, ...tokens }).CRON_SECRET).toBeUndefined()
})

it("rejects a connection string with Supabase's placeholder instead of the password", async () => {
  const createPoolerUrl = (password: string) =>
    `postgresql://postgres.abcd:${password}@aws-0-eu-central-1.pooler.supabase.com:5432/postgres`
  const { variables, printed } = await promptWithResponses({
    'connection string of the owner': [createPoolerUrl('[YOUR-PASSWORD]'), createPoolerUrl('secret')],
    'where the site connects': [createPoolerUrl('[YOUR-PASSWORD]'), createPoolerUrl('secret')],
    'Stripe:': ['sk_test_1'],
  })
  expect(printed).toEqual([
    expect.stringContaining('in place of [YOUR-PASSWORD]'),
    expect.stringContaining('in place of [YOUR-PASSWORD]'),
  ])
  expect(variables.DATABASE_OWNER_URL).toBe(createPoolerUrl('secret'))
})

it('prints that a missing file and a folder contain no certificate', async () => {
  const { printed } = await promptWithResponses({
    'connection string of the owner': ['postgres://owner:secret@example.com/site'],
    'where the site connects': ['postgres://owner:secret@example.com/site'],
    'the file with the certificate': ['/nowhere/prod-ca-2021.crt', '/', ''],
    'Stripe:': ['sk_test_1'],
  })
  expect(printed).toEqual([
    'There is no certificate in PEM in /nowhere/prod-ca-2021.crt.',
    'There is no certificate in PEM in /.',
  ])
})

it('rejects a secret key for a public variable', async () => {
  const { variables, printed } = await promptWithResponses({
    'the publishable key': [`sb_secret_${'s'.repeat(30)}`, `sb_publishable_${'p'.repeat(30)}`],
  })
  expect(printed).toEqual([expect.stringContaining('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY is not valid')])
  expect(variables.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY).toMatch(/^sb_publishable_/)
})

it('restores the terminal between prompts, so that Ctrl-C ends the process', async () => {
  const setRawMode = vi.fn()
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  const prompt = createPrompt(input, output)
  for (const response of ['one', 'two']) {
    const pendingResponse = prompt('What? ')
    expect(setRawMode).toHaveBeenLastCalledWith(true)
    input.write(`${response}\r`)
    expect(await pendingResponse).toBe(response)
    expect(setRawMode).toHaveBeenLastCalledWith(false)
  }
})
