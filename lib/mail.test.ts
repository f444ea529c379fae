import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMailer } from './mail'

const account = {
  origin: 'https://mail.test',
  publicKey: 'public',
  privateKey: 'private',
  serviceId: 'service',
  templateId: 'template',
}
const mail = { to: 'ada@example.com', subject: 'A notice', html: '<p>Dear Ada</p>', text: 'Dear Ada' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a message that is held up on its way keeps the next one a second apart', async () => {
  const arrivals: number[] = []
  let delay = 800
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    arrivals.push(performance.now())
    return new Response('OK')
  })
  const send = createMailer(account)
  const first = send(mail)
  const second = send(mail)
  await vi.advanceTimersByTimeAsync(800)
  delay = 0
  await vi.advanceTimersByTimeAsync(5000)
  await Promise.all([first, second])
  const [one = 0, two = 0] = arrivals
  expect(two - one).toBeGreaterThanOrEqual(1000)
})
