import { beforeEach, expect, it, vi } from 'vitest'
import { startCheckout } from './startCheckout'

const told: string[] = []
let answer: PromiseWithResolvers<unknown>

vi.mock('@/lib/membership/memberFetch', () => ({ memberFetch: () => answer.promise }))
vi.mock('@/lib/membership/subscriptionStore', () => ({ refresh: async () => true }))
vi.mock('@/components/ui/dialog/ask', () => ({ ask: ({ title }: { title: string }) => told.push(title) }))
vi.mock('@/components/ui/toast/showToast', () => ({ showToast: vi.fn() }))
vi.mock('@/components/ui/tab/newTab', () => ({ prepareTab: () => {}, onReturn: () => {} }))

beforeEach(() => {
  told.length = 0
  answer = Promise.withResolvers()
})

const texts = { blockedTitle: 'blocked' }

/** A button as a press leaves it, in a browser that opens no tab. */
function pressed() {
  const button = { ariaDisabled: 'true', dataset: {} }
  return { button, start: () => startCheckout({ button, tab: null, texts, closeLabel: '' }) }
}

it('starts one checkout, and frees the other button that was pressed meanwhile', async () => {
  const [first, second] = [pressed(), pressed()]
  const started = first.start()
  await second.start()
  expect([first.button.ariaDisabled, second.button.ariaDisabled]).toEqual(['true', null])
  answer.resolve({ url: 'https://checkout.example/c/pay/1' })
  await started
  expect(first.button.ariaDisabled).toBeNull()
  expect(told).toEqual(['blocked'])
})
