import { beforeEach, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/auth/common-passwords/route'
import { type ProblemName, toProblemNames } from './problems'

let requireUncommonPassword: typeof import('./commonPasswords').requireUncommonPassword

/** Returns a predicate that is true for an error that is mapped to this message alone. */
const shows = (name: ProblemName) => (error: unknown) => toProblemNames(error).join() === name

beforeEach(async () => {
  vi.resetModules()
  ;({ requireUncommonPassword } = await import('./commonPasswords'))
})

it.each([
  '1234567890',
  'password123',
  'QwertyUiop',
  'iloveyou123',
  '1111111111',
  'aBababABab',
  '0123456789',
  'ABCDEFGHIJKL',
  '9876543210',
])('rejects %s', async (password) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => GET())
  await expect(requireUncommonPassword(password, '')).rejects.toMatchObject({ problem: 'passwordLeaked' })
})

it.each(['pat.judge@mail.example', 'Pat-Judge2026', 'creatorscircle', "Creator's Circle 1!"])(
  'rejects %s, whose letters spell the email, its local part or the site’s name',
  async (password) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => GET())
    vi.stubGlobal('document', { querySelector: () => ({ content: 'Creator’s Circle' }) })
    await expect(requireUncommonPassword(password, 'pat.judge@mail.example')).rejects.toMatchObject({
      problem: 'passwordPersonal',
    })
    await requireUncommonPassword(`${password} and a horse`, 'pat.judge@mail.example')
  },
)

it('accepts an uncommon password, and requests the list of common passwords only once', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => GET())
  await requireUncommonPassword('correct horse battery', '12345678@mail.example')
  await requireUncommonPassword('abcdefghij klmnop', '')
  expect(fetchSpy).toHaveBeenCalledOnce()
})

it('rejects every password until the list has loaded, and requests the list again', async () => {
  const fetchSpy = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockImplementation(async () => GET())
  const password = 'correct horse battery'
  await expect(requireUncommonPassword(password, '')).rejects.toSatisfy(shows('noAnswer'))
  await expect(requireUncommonPassword(password, '')).rejects.toSatisfy(shows('serviceDown'))
  await requireUncommonPassword(password, '')
  expect(fetchSpy).toHaveBeenCalledTimes(3)
})
