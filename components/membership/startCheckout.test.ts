import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showToast } from '@/components/ui/toast/showToast'
import { RequestProblem } from '@/lib/api/problem'
import { areas } from '@/lib/messages/areas'
import { startCheckout } from './startCheckout'

type Checkout = Parameters<typeof startCheckout>[0]

const dialogTitles: string[] = []
let texts: readonly (string | undefined)[] = []
let actions: readonly { label: string; onPress?: () => void }[] = []
const guestDialogErrors: (string | undefined)[] = []
const calls: object[] = []
let isSubscribed = false
let membership: object = {}
let isSignedIn = true
let routeResponse: PromiseWithResolvers<unknown>

vi.mock('@/lib/auth/browser/callRoute', () => ({
  callRoute: (_: string, body: object) => {
    calls.push(body)
    return routeResponse.promise
  },
}))
vi.mock('@/lib/auth/browser/storedSession', () => ({ hasStoredSession: () => isSignedIn }))
vi.mock('@/components/membership/subscriptionStore', () => ({
  refresh: async () => true,
  getSnapshot: () => ({ check: 'known', response: { subscribed: isSubscribed, ...membership } }),
}))
vi.mock('@/components/ui/dialog/openDialog', () => ({
  openDialog: (options: { title: string; texts: typeof texts; actions: typeof actions }) => {
    dialogTitles.push(options.title)
    texts = options.texts
    actions = options.actions
  },
}))
vi.mock('./readVisitSource', () => ({ readVisitSource: () => ({ utm_source: 'podcast' }) }))
let hasScripts = true
vi.mock('@/lib/loadOnDemand', () => ({
  loadOnDemand: async (load: () => Promise<unknown>) => {
    if (hasScripts) return load()
    throw new Error('A script failed to load.')
  },
}))
let captchaToken: string | undefined
vi.mock('@/lib/auth/browser/captcha', () => ({ requestCaptchaToken: async () => captchaToken }))
vi.mock('./offerDialog/offerDialog', () => ({
  openOfferDialogForGuest: (_: object, error?: string) => {
    guestDialogErrors.push(error)
    return true
  },
}))
vi.mock('@/components/ui/toast/showToast', () => ({ dismissError: () => {}, showToast: vi.fn() }))
let returnToTab: () => boolean
let tab: { closed: boolean; location: { replace: (url: string) => void }; close: () => void } | null
vi.mock('@/components/ui/tab/newTab', () => ({
  openTab: () => tab,
  subscribeToReturn: (callback: () => boolean) => (returnToTab = callback),
}))

beforeEach(() => {
  dialogTitles.length = 0
  calls.length = 0
  isSubscribed = false
  membership = {}
  isSignedIn = true
  guestDialogErrors.length = 0
  tab = null
  routeResponse = Promise.withResolvers()
})

/** Starts a checkout with changed messages and additional fields. */
const start = (texts: Partial<Checkout['texts']> = {}, fields: Partial<Checkout> = {}) =>
  startCheckout({
    offerVersion: 'v1',
    regularTerms: '',
    texts: { ...areas.checkout.defaults, blockedTitle: 'blocked', ...texts },
    closeLabel: '',
    ...fields,
  })

it('starts only one checkout for concurrent clicks', async () => {
  const started = start()
  await start()
  routeResponse.resolve({ url: 'https://checkout.example/c/pay/1' })
  await started
  expect(calls).toEqual([expect.objectContaining({ source: { utm_source: 'podcast' } })])
  expect(dialogTitles).toEqual(['blocked'])
})

it('shows a redirect message once the tab is open, and dismisses it after an error', async () => {
  const dismiss = vi.fn()
  vi.mocked(showToast).mockReturnValue(dismiss)
  tab = { closed: false, location: { replace: vi.fn() }, close: vi.fn() }
  const started = start({ redirectTitle: 'Redirecting', errorTitle: 'Error' })
  expect(showToast).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Redirecting' }))
  routeResponse.reject(new RequestProblem(503, 'stripe_unavailable'))
  await started
  expect(dismiss).toHaveBeenCalledOnce()
  expect(tab.close).toHaveBeenCalledOnce()
  expect(showToast).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'Error' }))
})

it('dismisses the redirect message when the visitor returns from Checkout', async () => {
  const dismiss = vi.fn()
  vi.mocked(showToast).mockReturnValue(dismiss)
  tab = { closed: false, location: { replace: vi.fn() }, close: vi.fn() }
  routeResponse.resolve({ url: 'https://checkout.example/c/pay/1' })
  await start()
  expect(dismiss).not.toHaveBeenCalled()
  returnToTab()
  expect(dismiss).toHaveBeenCalledOnce()
})

it('sends no request for a known member', async () => {
  isSubscribed = true
  await start({ alreadySubscribedTitle: 'member' })
  expect(calls).toHaveLength(0)
  expect(showToast).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'member' }))
})

it('offers a past-due member the invoice, and shows a paused member a message', async () => {
  isSubscribed = true
  membership = { past_due: true }
  await start({ unpaidTitle: 'due', unpaidLink: 'pay' })
  expect(dialogTitles).toEqual(['due'])
  actions[0]?.onPress?.()
  expect(calls).toEqual([{ pays: true }])
  membership = { status: 'paused' }
  await start({ pausedText: 'paused' })
  expect(showToast).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'paused' }))
})

it('shows an error for a known member when a script fails to load', async () => {
  isSubscribed = true
  hasScripts = false
  await start({ errorTitle: 'Error' })
  expect(showToast).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'Error', tone: 'error' }))
  hasScripts = true
})

it('links to the sign-in and sign-up pages, which redirect back, while guests cannot buy', async () => {
  vi.stubGlobal('location', { pathname: '/services', search: '', hash: '#offer' })
  const started = start({ guestsPausedTitle: 'paused', guestsPausedSignIn: 'in', guestsPausedSignUp: 'up' })
  routeResponse.reject(new RequestProblem(429, 'guests_paused'))
  await started
  expect(dialogTitles).toEqual(['paused'])
  expect(actions).toEqual([
    { label: 'in', href: '/sign-in?next=%2Fservices%23offer' },
    { label: 'up', href: '/sign-up?next=%2Fservices%23offer' },
  ])
})

it('shows a guest a CAPTCHA when required, and sends the token with the next click', async () => {
  vi.stubGlobal('location', { pathname: '/services', search: '', hash: '' })
  captchaToken = 'a token'
  isSignedIn = false
  const challengeTexts = {
    guestsPausedTitle: 'paused',
    guestsChallengeText: 'passed',
    guestsChallengeContinue: 'continue',
  }
  const started = start(challengeTexts, { email: 'guest@example.com' })
  routeResponse.reject(new RequestProblem(429, 'captcha_required'))
  await started
  expect([dialogTitles, texts, actions.map(({ label }) => label)]).toEqual([
    ['paused'],
    ['passed'],
    ['continue'],
  ])
  routeResponse = Promise.withResolvers()
  actions[0]?.onPress?.()
  routeResponse.reject(new RequestProblem(429, 'captcha_required'))
  await vi.waitFor(() => expect(dialogTitles).toEqual(['paused', 'paused']))
  expect(calls).toMatchObject([{ email: 'guest@example.com' }, { captcha: 'a token' }])
  expect(
    actions.map(({ label }) => label),
    'after a rejected token, the dialog has the links to sign in and sign up',
  ).toEqual(['Sign in', 'Create an account'])
})

it('offers a user with an unpaid membership the open invoice', async () => {
  const started = start({ unpaidTitle: 'unpaid', unpaidLink: 'pay' })
  routeResponse.reject(new RequestProblem(409, 'membership_unpaid'))
  await started
  expect(dialogTitles).toEqual(['unpaid'])
  expect(actions.map(({ label }) => label)).toEqual(['pay'])
  routeResponse = Promise.withResolvers()
  actions[0]?.onPress?.()
  expect(calls.at(-1)).toEqual({ pays: true })
})

describe('a checkout with an outdated offer', () => {
  const current = {
    version: 'v2',
    renewal_terms: 'You pay $897, then $1,397.',
    regular_terms: 'You pay $1,397.',
  }
  const rejectWithOfferChanged = async (checkout: { acceptsRegular?: boolean }, details: object) => {
    const started = start(
      { offerChangedTitle: 'changed', offerChanged: 'See', offerChangedAccept: 'agree' },
      { regularTerms: 'You pay $1,497.', ...checkout },
    )
    routeResponse.reject(new RequestProblem(409, 'offer_changed', { details }))
    await started
    routeResponse = Promise.withResolvers()
  }

  it('shows the current terms, and starts the checkout with them after consent', async () => {
    await rejectWithOfferChanged({}, { offer: current })
    expect(dialogTitles).toEqual(['changed'])
    expect(texts).toEqual(['See', 'You pay $897, then $1,397.'])
    const [acceptAction] = actions
    expect(acceptAction?.label).toBe('agree')
    acceptAction?.onPress?.()
    expect(calls.at(-1)).toMatchObject({ offer_version: 'v2', accepts_regular: false })
    routeResponse.reject(new RequestProblem(409, 'intro_used'))
    await vi.waitFor(() => expect(texts).toContain('You pay $1,397.'))
  })

  it('shows the current regular terms after consent to outdated regular terms', async () => {
    await rejectWithOfferChanged({ acceptsRegular: true }, { offer: current })
    expect(texts).toEqual(['See', 'You pay $1,397.'])
    actions[0]?.onPress?.()
    expect(calls.at(-1)).toMatchObject({ offer_version: 'v2', accepts_regular: true })
    routeResponse.reject(new RequestProblem(409, 'offer_changed'))
    await vi.waitFor(() => expect(showToast).toHaveBeenCalled())
  })

  it('shows an error instead of a dialog for a response without terms', async () => {
    await rejectWithOfferChanged({}, { offer: { version: 'v2' } })
    expect(dialogTitles).toEqual([])
    expect(showToast).toHaveBeenCalledOnce()
  })
})

describe('a checkout by a guest', () => {
  const press = (email?: string) =>
    start(
      { guestEmailInvalid: 'invalid', introUsedTitle: 'used', introUsedAccept: 'agree' },
      email ? { email, guestToken: 'a token' } : {},
    )
  const rejectWith = (code: string) => {
    const { reject } = routeResponse
    routeResponse = Promise.withResolvers()
    reject(new RequestProblem(409, code))
  }
  beforeEach(() => {
    isSignedIn = false
  })

  it('opens the purchase dialog first, and sends the entered email', async () => {
    await press()
    expect(guestDialogErrors).toEqual([undefined])
    expect(calls).toEqual([])
    const started = press('ada@example.com')
    expect(calls, 'the request is sent synchronously, or browsers would block the tab').toEqual([
      {
        offer_version: 'v1',
        accepts_regular: false,
        email: 'ada@example.com',
        mark: 'a token',
        source: { utm_source: 'podcast' },
      },
    ])
    routeResponse.resolve({ url: 'https://checkout.example/c/pay/1' })
    await started
    expect(dialogTitles).toEqual(['blocked'])
  })

  it('sends the consent to the regular price with the same email and guest token', async () => {
    void press('ada@example.com')
    rejectWith('intro_used')
    await vi.waitFor(() => expect(dialogTitles).toEqual(['used']))
    actions[0]?.onPress?.()
    expect(calls.at(-1)).toMatchObject({ accepts_regular: true, email: 'ada@example.com', mark: 'a token' })
    rejectWith('internal')
  })

  it('opens the dialog again when Stripe rejects the email', async () => {
    void press('odd@example.com')
    rejectWith('email_invalid')
    await vi.waitFor(() => expect(guestDialogErrors).toEqual(['invalid']))
  })

  it('opens the dialog after a session has ended', async () => {
    isSignedIn = true
    const started = press()
    rejectWith('email_required')
    await started
    expect(guestDialogErrors).toEqual([undefined])
  })
})
