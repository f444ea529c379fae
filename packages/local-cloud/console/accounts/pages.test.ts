import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, sendForm } from '../../testing/consolePages.ts'
import { startTestCloud, type TestCloud } from '../../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
  await cloud.auth.ready()
})
afterAll(() => cloud.dispose())

const password = 'correct horse'

function client(key: string) {
  const { NEXT_PUBLIC_SUPABASE_URL: url } = cloud.env
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
const admin = () => client(cloud.env.SUPABASE_SECRET_KEY).auth.admin
const visitor = () => client(cloud.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY)

async function create(email: string, confirmed = true): Promise<string> {
  const { data, error } = await admin().createUser({
    email,
    password,
    email_confirm: confirmed,
    user_metadata: { full_name: '<script>alert(1)</script>' },
  })
  if (error) throw error
  return data.user.id
}

/** Does an action by its form, and answers what the page says then. */
async function act(id: string, action: string, fields: Record<string, string> = {}): Promise<string> {
  const { status, headers } = await sendForm(cloud, `/accounts/${id}/${action}`, fields)
  expect(status).toBe(303)
  return (await openPage(cloud, String(headers.location))).body
}

test('accounts are found, and shown without running what they hold', async () => {
  const id = await create('list@example.com')
  await create('other@example.com')
  const list = (await openPage(cloud, '/accounts?q=LIST@')).body
  expect(list).toContain(`href="/accounts/${id}"`)
  expect(list).not.toContain('other@example.com')
  const page = (await openPage(cloud, `/accounts/${id}`)).body
  expect(page).toContain('&lt;script&gt;alert(1)')
  expect(page).not.toContain('<script')
  // A time, as JSON has it.
  expect(page).toMatch(/created_at&quot;<\/span>: &quot;\d{4}-/)
  expect((await openPage(cloud, '/accounts/none')).status).toBe(404)
  expect((await openPage(cloud, '/accounts?q=%3Cb%3E')).body).toContain('&lt;b&gt;')
})

test('an address is confirmed as the admin API does it', async () => {
  const id = await create('confirm@example.com', false)
  expect(await act(id, 'confirm')).toContain('The address is confirmed.')
  const { data } = await admin().getUserById(id)
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect(
    (await visitor().auth.signInWithPassword({ email: 'confirm@example.com', password })).error,
  ).toBeNull()
})

test('a ban keeps somebody out until it is lifted', async () => {
  const email = 'ban@example.com'
  const id = await create(email)
  expect(await act(id, 'ban', { duration: '24h' })).toContain('The account is banned.')
  expect((await visitor().auth.signInWithPassword({ email, password })).error?.code).toBe('user_banned')
  expect((await openPage(cloud, `/accounts/${id}`)).body).toContain('Lift the ban')
  expect(await act(id, 'ban', { duration: 'none' })).toContain('The ban is lifted.')
  expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
  const wrong = await sendForm(cloud, `/accounts/${id}/ban`, { duration: '1s' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toContain('Choose for how long')
})

test('sessions are listed and ended, and an account is deleted', async () => {
  const email = 'sessions@example.com'
  const id = await create(email)
  const browser = visitor()
  await browser.auth.signInWithPassword({ email, password })
  expect((await openPage(cloud, `/accounts/${id}`)).body).toContain('aal1')
  expect(await act(id, 'sign-out')).toContain('Signed in nowhere.')
  expect((await browser.auth.refreshSession()).error).not.toBeNull()
  expect(await act(id, 'delete')).toContain('The account is deleted.')
  expect((await admin().getUserById(id)).error?.code).toBe('user_not_found')
  expect((await sendForm(cloud, `/accounts/${id}/delete`)).status).toBe(404)
})
