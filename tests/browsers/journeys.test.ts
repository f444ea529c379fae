import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEmail, createUser, password } from '../support/accounts.ts'
import { testEnvironment } from '../support/environment.ts'
import { seedText } from '../support/seedContent.ts'
import { type JourneyBrowser, startFirefox, startWebKit } from '../support/webDrivers.ts'

vi.setConfig({ testTimeout: 60_000 })

const starts = { Firefox: startFirefox, WebKit: startWebKit }
/** The minimum window width of WebKitGTK is 447 pixels. */
const narrowest = { Firefox: 390, WebKit: 447 }
const cases = (['Firefox', 'WebKit'] as const).flatMap((name) =>
  [narrowest[name], 1440].map((width) => ({ name, width })),
)

/** Counts the view transitions that the page starts, in `window.transitions`. */
const countTransitions = `(() => {
  const start = document.startViewTransition.bind(document)
  window.transitions = 0
  document.startViewTransition = (...given) => {
    window.transitions += 1
    return start(...given)
  }
})()`

/** A browser session of a journey, with its waiting helpers. */
async function begin(name: keyof typeof starts, width: number) {
  const browser = await starts[name](width, 900)
  onTestFinished(() => browser.close())
  expect(await browser.evaluate('innerWidth')).toBe(width)
  const { siteOrigin } = testEnvironment()
  const until = (expression: string) =>
    expect
      .poll(() => browser.evaluate(expression).catch(() => undefined), {
        timeout: 15_000,
        message: expression,
      })
      .toBe(true)
  const open = async (path: string) => {
    await browser.open(`${siteOrigin}${path}`)
    // The page is hydrated once its nodes have React's properties.
    await until(`Object.keys(document.querySelector('main')).some((key) => key.startsWith('__react'))`)
  }
  const click = async (selector: string) => {
    const found = `document.querySelector(${JSON.stringify(selector)})`
    await until(`Boolean(${found})`)
    await browser.evaluate(`${found}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
    await browser.click(selector)
  }
  const isAt = (path: string) => until(`location.pathname === ${JSON.stringify(path)}`)
  const shows = (text: string) => until(`document.body.innerText.includes(${JSON.stringify(text)})`)
  return { browser, until, open, click, isAt, shows }
}

/** Stores a screenshot for review. */
async function keepPicture(browser: JourneyBrowser, name: string): Promise<void> {
  mkdirSync('test-results/browsers', { recursive: true })
  writeFileSync(`test-results/browsers/${name}.png`, await browser.screenshot())
}

test.each(cases)(
  'a visitor browses the site and sends a message in $name at $width px',
  async ({ name, width }) => {
    const { browser, until, open, click, isAt, shows } = await begin(name, width)
    await open('/')
    await keepPicture(browser, `${name}-${width}-home`)
    if (width < 1024) {
      await browser.evaluate(`document.querySelector('.menu-button').focus()`)
      await browser.press('Enter')
      await until(`document.querySelector('#site-menu').matches(':popover-open')`)
      await browser.press('Escape')
      await until(`!document.querySelector('#site-menu').matches(':popover-open')`)
      await click('.menu-button')
      await click('#site-menu a[href="/studio"]')
    } else {
      await browser.evaluate(countTransitions)
      await click('header a[href="/studio"]')
      await until('window.transitions > 0')
    }
    await isAt('/studio')
    await until(
      `document.querySelector('h1').checkVisibility() && !document.querySelector('html').matches(':active-view-transition')`,
    )

    await click('.gallery-link')
    await until(`document.querySelector('dialog.lightbox').open`)
    await keepPicture(browser, `${name}-${width}-gallery`)
    await browser.press('Escape')
    await until(`!document.querySelector('dialog.lightbox')?.open`)

    await open('/')
    await click('.video-play')
    await until(`Boolean(document.querySelector('.video-player'))`)

    await open('/services')
    await click('details.question summary')
    await until(`document.querySelector('details.question').open`)

    await open('/contact')
    const email = createEmail()
    await browser.type('.contact-form [name="name"]', 'Ada Lovelace')
    await browser.type('.contact-form [name="email"]', email)
    await browser.type('.contact-form [name="message"]', 'A podcast about engines.')
    await click('.contact-form button[type="submit"]')
    await shows(seedText('messages/contactForm/successTitle'))
    await keepPicture(browser, `${name}-${width}-contact`)
  },
)

test.each(cases)(
  'a buyer signs in, pays and sees the membership in $name at $width px',
  async ({ name, width }) => {
    const { browser, until, open, click, isAt, shows } = await begin(name, width)
    const { email } = await createUser()
    await open('/sign-in')
    await browser.type('main [name="email"]', email)
    await browser.type('main [name="password"]', password)
    await click('main form button[type="submit"]')
    await isAt('/')
    await until(`Boolean(document.querySelector('.status-card'))`)

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
    await isAt('/success')
    await shows(seedText('messages/afterCheckout/confirmed'))
    await open('/account')
    await shows(seedText('messages/subscription/statusActive'))
    await until(`Boolean(document.querySelector('.status-card'))`)
    await keepPicture(browser, `${name}-${width}-account`)
  },
)
