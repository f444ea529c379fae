import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showToast } from '@/components/ui/toast/showToast'
import { RequestProblem } from '@/lib/api/problem'
import { startCheckout } from './startCheckout'

const titles: string[] = []
let texts: readonly (string | undefined)[] = []
let actions: readonly { label: string; onPress?: () => void }[] = []
const opened: (string | undefined)[] = []
const calls: object[] = []
let subscribed = false
let isSignedIn = true
let result: PromiseWithResolvers<unknown>

vi.mock('@/lib/auth/browser/callRoute', () => ({
  callRoute: (_: string, body: object) => {
    calls.push(body)
    return result.promise
  },
}))
vi.mock('@/lib/auth/browser/storedSession', () => ({ hasStoredSession: () => isSignedIn }))
vi.mock('@/lib/membership/mirror/subscriptionStore', () => ({
  refresh: async () => true,
  getSnapshot: () => ({ check: 'known', response: { subscribed } }),
}))
vi.mock('@/components/ui/dialog/openDialog', () => ({
  openDialog: (options: { title: string; texts: typeof texts; actions: typeof actions }) => {
    titles.push(options.title)
    texts = options.texts
    actions = options.actions
  },
}))
let token: string | undefined
vi.mock('@/lib/auth/browser/captcha', () => ({ requestCaptchaToken: async () => token }))
vi.mock('./offerDialog/offerDialog', () => ({
  openForGuest: (_: object, error?: string) => {
    opened.push(error)
    return true
  },
}))
vi.mock('@/components/ui/toast/showToast', () => ({ dismissError: () => {}, showToast: vi.fn() }))
let tab: { closed: boolean; location: { replace: (url: string) => void }; close: () => void } | null
vi.mock('@/components/ui/tab/newTab', () => ({ openTab: () => tab, onReturn: () => {} }))

beforeEach(() => {
  titles.length = 0
  calls.length = 0
  subscribed = false
  isSignedIn = true
  opened.length = 0
  tab = null
  result = Promise.withResolvers()
})

const start = () =>
  startCheckout({ offerVersion: 'v1', regularTerms: '', texts: { blockedTitle: 'blocked' }, closeLabel: '' })

it('starts one checkout for concurrent presses', async () => {
  const started = start()
  await start()
  result.resolve({ url: 'https://checkout.example/c/pay/1' })
  await started
  expect(calls).toHaveLength(1)
  expect(titles).toEqual(['blocked'])
})

it('shows a redirect message once the tab is open, and dismisses it for an error', async () => {
  const dismiss = vi.fn()
  vi.mocked(showToast).mockReset().mockReturnValue(dismiss)
  tab = { closed: false, location: { replace: vi.fn() }, close: vi.fn() }
  const texts = { redirectTitle: 'Redirecting', errorTitle: 'Error' }
  const started = startCheckout({ offerVersion: 'v1', regularTerms: '', texts, closeLabel: '' })
  expect(showToast).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Redirecting' }))
  result.reject(new RequestProblem(503, 'stripe_unavailable'))
  await started
  expect(dismiss).toHaveBeenCalledOnce()
  expect(tab.close).toHaveBeenCalledOnce()
  expect(showToast).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'Error' }))
})

it('sends no request for a known member', async () => {
  subscribed = true
  await start()
  expect(calls).toHaveLength(0)
})

it('offers guests an account, and the way back, after the limit of all guests', async () => {
  vi.stubGlobal('location', { pathname: '/services', search: '', hash: '#offer' })
  const started = startCheckout({
    offerVersion: 'v1',
    regularTerms: '',
    texts: { guestsPausedTitle: 'paused', guestsPausedSignIn: 'in', guestsPausedSignUp: 'up' },
    closeLabel: '',
  })
  result.reject(new RequestProblem(429, 'guests_paused'))
  await started
  expect(titles).toEqual(['paused'])
  expect(actions).toEqual([
    { label: 'in', href: '/sign-in?next=%2Fservices%23offer' },
    { label: 'up', href: '/sign-up?next=%2Fservices%23offer' },
  ])
  vi.unstubAllGlobals()
})

it('challenges guests after the limit of all guests, and sends the token with the next press', async () => {
  vi.stubGlobal('location', { pathname: '/services', search: '', hash: '' })
  token = 'a token'
  isSignedIn = false
  const checkout = {
    offerVersion: 'v1',
    regularTerms: '',
    texts: {
      guestsPausedTitle: 'paused',
      guestsChallengeText: 'passed',
      guestsChallengeContinue: 'continue',
    },
    closeLabel: '',
    email: 'guest@example.com',
  }
  const started = startCheckout(checkout)
  result.reject(new RequestProblem(429, 'captcha_required'))
  await started
  expect([titles, texts, actions.map(({ label }) => label)]).toEqual([['paused'], ['passed'], ['continue']])
  result = Promise.withResolvers()
  actions[0]?.onPress?.()
  result.reject(new RequestProblem(429, 'captcha_required'))
  await vi.waitFor(() => expect(titles).toEqual(['paused', 'paused']))
  expect(calls).toMatchObject([{ email: 'guest@example.com' }, { captcha: 'a token' }])
  expect(
    actions.map(({ label }) => label),
    'a token that is refused leads to an account',
  ).toEqual(['', ''])
  vi.unstubAllGlobals()
})

it('links a member in arrears to the open invoice', async () => {
  const { startCheckout } = await import('./startCheckout')
  const texts = { unpaidTitle: 'unpaid', unpaidLink: 'pay' }
  const started = startCheckout({ offerVersion: '1', regularTerms: '', texts, closeLabel: '' })
  const details = { pay_url: 'https://invoice.stripe.com/i/1' }
  result.reject(new RequestProblem(409, 'membership_unpaid', { details }))
  await started
  expect(titles).toEqual(['unpaid'])
  expect(actions).toEqual([{ label: 'pay', href: 'https://invoice.stripe.com/i/1', newTab: true }])
})

describe('a page that shows an older offer', () => {
  const current = {
    version: 'v2',
    renewal_terms: 'You pay $897, then $1,397.',
    regular_terms: 'You pay $1,397.',
  }
  const refuse = async (checkout: { acceptsRegular?: boolean }, details: object) => {
    const started = startCheckout({
      offerVersion: 'v1',
      regularTerms: 'You pay $1,497.',
      texts: {
        offerChangedTitle: 'changed',
        offerChanged: 'See',
        offerChangedAccept: 'agree',
        errorTitle: 'error',
      },
      closeLabel: '',
      ...checkout,
    })
    result.reject(new RequestProblem(409, 'offer_changed', { details }))
    await started
    result = Promise.withResolvers()
  }

  it('shows the current terms, and sells on them after consent', async () => {
    await refuse({}, { offer: current })
    expect(titles).toEqual(['changed'])
    expect(texts).toEqual(['See', 'You pay $897, then $1,397.'])
    const [way] = actions
    expect(way?.label).toBe('agree')
    way?.onPress?.()
    expect(calls.at(-1)).toMatchObject({ offer_version: 'v2', accepts_regular: false })
    result.reject(new RequestProblem(409, 'intro_used'))
    await vi.waitFor(() => expect(texts).toContain('You pay $1,397.'))
  })

  it('shows the current regular terms after consent to older ones', async () => {
    await refuse({ acceptsRegular: true }, { offer: current })
    expect(texts).toEqual(['See', 'You pay $1,397.'])
    actions[0]?.onPress?.()
    expect(calls.at(-1)).toMatchObject({ offer_version: 'v2', accepts_regular: true })
    result.reject(new RequestProblem(409, 'offer_changed'))
    await vi.waitFor(() => expect(showToast).toHaveBeenCalled())
  })

  it('requires no consent to the terms that the page showed', async () => {
    vi.mocked(showToast).mockClear()
    await refuse({}, { offer: { version: 'v2' } })
    expect(titles).toEqual([])
    expect(showToast).toHaveBeenCalledOnce()
  })
})

describe('a guest', () => {
  const texts = {
    guestEmailInvalid: 'invalid',
    introUsedTitle: 'used',
    introUsedAccept: 'agree',
    blockedTitle: 'blocked',
  }
  const press = (email?: string) =>
    startCheckout({
      offerVersion: 'v1',
      regularTerms: 'regular',
      texts,
      closeLabel: '',
      ...(email ? { email, guestToken: 'a token' } : {}),
    })
  const refuse = (code: string) => {
    const { reject } = result
    result = Promise.withResolvers()
    reject(new RequestProblem(409, code))
  }
  beforeEach(() => {
    isSignedIn = false
  })

  it('gets the purchase dialog first, and buys with its email', async () => {
    await press()
    expect(opened).toEqual([undefined])
    expect(calls).toEqual([])
    const started = press('ada@example.com')
    expect(calls, 'in the very press, or no tab may be opened').toEqual([
      { offer_version: 'v1', accepts_regular: false, email: 'ada@example.com', mark: 'a token' },
    ])
    result.resolve({ url: 'https://checkout.example/c/pay/1' })
    await started
    expect(titles).toEqual(['blocked'])
  })

  it('does not require consent to the regular price again', async () => {
    void press('ada@example.com')
    refuse('intro_used')
    await vi.waitFor(() => expect(titles).toEqual(['used']))
    actions[0]?.onPress?.()
    expect(calls.at(-1)).toMatchObject({ accepts_regular: true, email: 'ada@example.com', mark: 'a token' })
    refuse('internal')
  })

  it('gets the dialog again when Stripe does not accept the email', async () => {
    void press('odd@example.com')
    refuse('email_invalid')
    await vi.waitFor(() => expect(opened).toEqual(['invalid']))
  })

  it('with an ended session gets the dialog', async () => {
    isSignedIn = true
    const started = press()
    refuse('email_required')
    await started
    expect(opened).toEqual([undefined])
  })
})
