import { beforeEach, expect, it, vi } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'
import { startCheckout } from './startCheckout'

const told: string[] = []
let ways: readonly object[] = []
let calls = 0
let subscribed = false
let answer: PromiseWithResolvers<unknown>

vi.mock('@/lib/auth/browser/callRoute', () => ({
  callRoute: () => {
    calls += 1
    return answer.promise
  },
}))
vi.mock('@/lib/membership/subscriptionStore', () => ({
  refresh: async () => true,
  getSnapshot: () => ({ check: 'known', answer: { subscribed } }),
}))
vi.mock('@/components/ui/dialog/ask', () => ({
  ask: (question: { title: string; ways: readonly object[] }) => {
    told.push(question.title)
    ways = question.ways
  },
}))
vi.mock('@/components/ui/toast/showToast', () => ({ showToast: vi.fn() }))
vi.mock('@/components/ui/tab/newTab', () => ({ openTab: () => null, onReturn: () => {} }))

beforeEach(() => {
  told.length = 0
  calls = 0
  subscribed = false
  answer = Promise.withResolvers()
})

const start = () =>
  startCheckout({ offerVersion: 'v1', regularTerms: '', texts: { blockedTitle: 'blocked' }, closeLabel: '' })

it('starts one checkout, whatever else is pressed meanwhile', async () => {
  const started = start()
  await start()
  answer.resolve({ url: 'https://checkout.example/c/pay/1' })
  await started
  expect(calls).toBe(1)
  expect(told).toEqual(['blocked'])
})

it('asks nobody when the visitor is known to be a member', async () => {
  subscribed = true
  await start()
  expect(calls).toBe(0)
})

it('shows guests the way to an account, and back to where they were, while others fill the limit of all', async () => {
  vi.stubGlobal('location', { pathname: '/services', hash: '#offer' })
  const started = startCheckout({
    offerVersion: 'v1',
    regularTerms: '',
    texts: { guestsPausedTitle: 'paused', guestsPausedSignIn: 'in', guestsPausedSignUp: 'up' },
    closeLabel: '',
  })
  answer.reject(new RequestProblem(429, 'guests_paused'))
  await started
  expect(told).toEqual(['paused'])
  expect(ways).toEqual([
    { label: 'in', href: '/sign-in?next=%2Fservices%23offer' },
    { label: 'up', href: '/sign-up?next=%2Fservices%23offer' },
  ])
  vi.unstubAllGlobals()
})
