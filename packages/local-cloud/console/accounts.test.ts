import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { openPage, sendForm, startTestCloud } from '../tests/support/testCloud.ts'

const cloud = await startTestCloud()
await cloud.auth.ready()
afterAll(() => cloud.dispose())

function createAdmin() {
  const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = cloud.env
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth.admin
}

async function createUser(email: string): Promise<string> {
  const { data, error } = await createAdmin().createUser({
    email,
    user_metadata: { full_name: '<script>alert(1)</script>' },
  })
  if (error) throw error
  return data.user.id
}

test('finds accounts by a part of the email, escapes their values, and returns 404 for an unknown id', async () => {
  const id = await createUser('list@example.com')
  await createUser('other@example.com')
  const list = (await openPage(cloud, '/accounts?q=LIST@')).body
  expect(list).toContain(`href="/accounts/${id}"`)
  expect(list).not.toContain('other@example.com')
  const page = (await openPage(cloud, `/accounts/${id}`)).body
  expect(page).toContain('&lt;script&gt;alert(1)')
  expect(page).not.toContain('<script')
  expect(page).toMatch(/created_at&quot;: &quot;\d{4}-/)
  expect((await openPage(cloud, '/accounts/none')).status).toBe(404)
  expect((await openPage(cloud, '/accounts?q=%3Cb%3E')).body).toContain('&lt;b&gt;')
})

test('deletes an account, and returns 404 for a second deletion', async () => {
  const id = await createUser('deleted@example.com')
  const { status, headers } = await sendForm(cloud, `/accounts/${id}/delete`)
  expect(status).toBe(303)
  expect((await openPage(cloud, String(headers.location))).body).toContain('The account is deleted.')
  expect((await createAdmin().getUserById(id)).error?.code).toBe('user_not_found')
  expect((await sendForm(cloud, `/accounts/${id}/delete`)).status).toBe(404)
})
