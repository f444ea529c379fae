import { expect, onTestFinished, test, vi } from 'vitest'
import { createEmail, createUser, password } from '../support/accounts.ts'
import { testEnvironment } from '../support/environment.ts'
import { seedText } from '../support/seedContent.ts'
import { startFirefox, startWebKit } from '../support/webDrivers.ts'

vi.setConfig({ testTimeout: 60_000 })

const startBrowser = { Firefox: startFirefox, WebKit: startWebKit }
/** A phone's width in pixels; for WebKit, the smallest width that WebKitGTK's window can have. */
const narrowWidth = { Firefox: 390, WebKit: 447 }
const cases = (['Firefox', 'WebKit'] as const).flatMap((name) =>
  [narrowWidth[name], 1440].map((width) => ({ name, width })),
)

/** A script that counts the view transitions that the page starts afterwards, in `window.transitions`. */
const countTransitions = `(() => {
  const startTransition = document.startViewTransition.bind(document)
  window.transitions = 0
  document.startViewTransition = (...transitionArguments) => {
    window.transitions += 1
    return startTransition(...transitionArguments)
  }
})()`

/** Starts a browser that closes at the end of the test. Returns it with helpers that wait for the page. */
async function startJourney(name: keyof typeof startBrowser, width: number) {
  const browser = await startBrowser[name](width, 900)
  onTestFinished(() => browser.close())
  expect(await browser.evaluate('innerWidth')).toBe(width)
  const { siteOrigin } = testEnvironment()
  const waitUntil = (expression: string) =>
    expect
      .poll(() => browser.evaluate(expression).catch(() => undefined), {
        timeout: 15_000,
        message: expression,
      })
      .toBe(true)
  const open = async (path: string) => {
    await browser.open(`${siteOrigin}${path}`)
    // The page is hydrated once its nodes have React's properties.
    await waitUntil(`Object.keys(document.querySelector('main')).some((key) => key.startsWith('__react'))`)
  }
  const click = async (selector: string) => {
    const element = `document.querySelector(${JSON.stringify(selector)})`
    await waitUntil(`Boolean(${element})`)
    await browser.evaluate(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
    await browser.click(selector)
  }
  const waitForPath = (path: string) => waitUntil(`location.pathname === ${JSON.stringify(path)}`)
  const waitForText = (text: string) => waitUntil(`document.body.innerText.includes(${JSON.stringify(text)})`)
  return { browser, waitUntil, open, click, waitForPath, waitForText }
}

test.each(cases)(
  'a visitor browses the site and sends a message in $name at $width px',
  async ({ name, width }) => {
    const { browser, waitUntil, open, click, waitForPath, waitForText } = await startJourney(name, width)
    await open('/')
    if (width < 1024) {
      await browser.evaluate(`document.querySelector('.menu-button').focus()`)
      await browser.press('Enter')
      await waitUntil(`document.querySelector('#site-menu').matches(':popover-open')`)
      await browser.press('Escape')
      await waitUntil(`!document.querySelector('#site-menu').matches(':popover-open')`)
      await click('.menu-button')
      await click('#site-menu a[href="/studio"]')
    } else {
      await browser.evaluate(countTransitions)
      await click('header a[href="/studio"]')
      await waitUntil('window.transitions > 0')
    }
    await waitForPath('/studio')
    await waitUntil(
      `document.querySelector('h1').checkVisibility() && !document.querySelector('html').matches(':active-view-transition')`,
    )

    await click('.gallery-link')
    await waitUntil(`document.querySelector('dialog.lightbox').open`)
    await browser.press('Escape')
    await waitUntil(`!document.querySelector('dialog.lightbox')?.open`)

    await open('/')
    await click('.video-play')
    await waitUntil(`Boolean(document.querySelector('.film'))`)

    await open('/services')
    await click('details.question summary')
    await waitUntil(`document.querySelector('details.question').open`)

    await open('/contact')
    const email = createEmail()
    await browser.type('.contact-form [name="name"]', 'Ada Lovelace')
    await browser.type('.contact-form [name="email"]', email)
    await browser.type('.contact-form [name="message"]', 'A podcast about engines.')
    await click('.contact-form button[type="submit"]')
    await waitForText(seedText('messages/contactForm/successTitle'))
  },
)

test.each(cases)(
  'a buyer signs in, pays and sees the membership in $name at $width px',
  async ({ name, width }) => {
    const { browser, waitUntil, open, click, waitForPath, waitForText } = await startJourney(name, width)
    const { email } = await createUser()
    await open('/sign-in')
    await browser.type('main [name="email"]', email)
    await browser.type('main [name="password"]', password)
    await click('main form button[type="submit"]')
    await waitForPath('/account')
    await waitUntil(`Boolean(document.querySelector('.status-card'))`)

    await open('/services')
    await click('#offer .checkout-form button')
    await expect
      .poll(
        async () => {
          await browser.followNewTab()
          return browser.evaluate('location.pathname').catch(() => '')
        },
        { timeout: 15_000 },
      )
      .toMatch(/^\/c\/pay\//)
    await browser.type('[name="name"]', 'Ada Lovelace')
    await browser.type('[name="number"]', '4242 4242 4242 4242')
    await browser.type('[name="expiry"]', '12 / 59')
    await browser.type('[name="cvc"]', '123')
    await click('[name="terms"]')
    await click('button.main')
    await waitForPath('/success')
    await waitForText(seedText('messages/afterCheckout/confirmed'))
    await open('/account')
    await waitForText(seedText('messages/subscription/statusActive'))
    await waitUntil(`Boolean(document.querySelector('.status-card'))`)
  },
)
