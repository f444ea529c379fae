import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/auth/common-passwords/route'

let requireUncommonPassword: typeof import('./commonPasswords').requireUncommonPassword

beforeEach(async () => {
  vi.resetModules()
  ;({ requireUncommonPassword } = await import('./commonPasswords'))
})
afterEach(() => vi.restoreAllMocks())

it.each(['1234567890', 'password123', 'QwertyUiop', 'iloveyou123'])('rejects %s', async (password) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => GET())
  await expect(requireUncommonPassword(password)).rejects.toMatchObject({ problem: 'passwordLeaked' })
})

it('accepts other passwords, and requests the list once', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => GET())
  await requireUncommonPassword('correct horse battery')
  await requireUncommonPassword('')
  expect(fetchSpy).toHaveBeenCalledOnce()
})

it('accepts any password without the list, and requests the list again', async () => {
  const fetchSpy = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockImplementation(async () => GET())
  await requireUncommonPassword('1234567890')
  await requireUncommonPassword('1234567890')
  await expect(requireUncommonPassword('1234567890')).rejects.toThrow()
  expect(fetchSpy).toHaveBeenCalledTimes(3)
})
