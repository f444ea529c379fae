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

/** Creates a prompt with fixed responses, in order for a list; empty for other prompts. */
async function responding(more: Record<string, readonly string[]> = {}) {
  const left = new Map(Object.entries(more).map(([part, list]) => [part, [...list]]))
  const known: Record<string, string | undefined> = {}
  const said: string[] = []
  await promptForMissing(
    known,
    async (question) => {
      const several = [...left].find(([part]) => question.includes(part))?.[1]
      if (several) return several.shift() ?? ''
      return Object.entries(responses).find(([part]) => question.includes(part))?.[1] ?? ''
    },
    { keep: () => {}, say: (line) => said.push(line) },
  )
  return { known, said }
}

it('prompts for no variables of selling on a site that sells nothing', async () => {
  const { known } = await responding()
  const tokens = { SANITY_API_READ_TOKEN: 'r'.repeat(20) }
  expect(parseSiteEnvironment({ ...known, ...tokens }).CRON_SECRET).toBeUndefined()
})

it('rejects the connection string as Supabase shows it, without its password', async () => {
  const pooler = (password: string) =>
    `postgresql://postgres.abcd:${password}@aws-0-eu-central-1.pooler.supabase.com:5432/postgres`
  const { known, said } = await responding({
    'connection string of the owner': [pooler('[YOUR-PASSWORD]'), pooler('secret')],
    'where the site connects': [pooler('[YOUR-PASSWORD]'), pooler('secret')],
    'Stripe:': ['sk_test_1'],
  })
  expect(said).toEqual([
    expect.stringContaining('in place of [YOUR-PASSWORD]'),
    expect.stringContaining('in place of [YOUR-PASSWORD]'),
  ])
  expect(known.DATABASE_OWNER_URL).toBe(pooler('secret'))
})

it('reports a missing file of a certificate', async () => {
  const { said } = await responding({
    'connection string of the owner': ['postgres://owner:secret@example.com/site'],
    'where the site connects': ['postgres://owner:secret@example.com/site'],
    'the file with the certificate': ['/nowhere/prod-ca-2021.crt', '/', ''],
    'Stripe:': ['sk_test_1'],
  })
  expect(said).toEqual([
    'There is no certificate in PEM in /nowhere/prod-ca-2021.crt.',
    'There is no certificate in PEM in /.',
  ])
})

it('rejects a secret key for a public variable', async () => {
  const { known, said } = await responding({
    'the publishable key': [`sb_secret_${'s'.repeat(30)}`, `sb_publishable_${'p'.repeat(30)}`],
  })
  expect(said).toEqual([expect.stringContaining('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY is not valid')])
  expect(known.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY).toMatch(/^sb_publishable_/)
})

it('leaves Ctrl-C to the terminal between prompts', async () => {
  const setRawMode = vi.fn()
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  const prompt = createPrompt(input, output)
  for (const response of ['one', 'two']) {
    const responded = prompt('What? ')
    expect(setRawMode).toHaveBeenLastCalledWith(true)
    input.write(`${response}\r`)
    expect(await responded).toBe(response)
    expect(setRawMode).toHaveBeenLastCalledWith(false)
  }
})
