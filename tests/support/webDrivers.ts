import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { findFreePort } from 'local-cloud/testing/ports'
import puppeteer from 'puppeteer-core'
import { Builder, By, Capabilities, Key } from 'selenium-webdriver'
import { inRoot } from '../../scripts/lib/paths.ts'
import { waitUntilReady } from '../../scripts/stack/waitUntilReady.ts'

/** A browser for a journey test. Selectors are CSS selectors, and each selects the first matching element. */
export type JourneyBrowser = {
  /** Opens a URL in the current tab, and waits until the page has loaded. */
  open(url: string): Promise<void>
  click(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  press(key: 'Enter' | 'Escape'): Promise<void>
  /** Returns the value of a JavaScript expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Makes the new tab the current one. Supports one new tab. */
  followNewTab(): Promise<void>
  close(): Promise<void>
}

const miniBrowserPaths = ['webkit2gtk-4.1', 'webkit2gtk-4.0'].flatMap((version) =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((system) => `/usr/lib/${system}/${version}/MiniBrowser`),
)

/** Starts Debian's Firefox, which supports WebDriver BiDi without a driver. */
export async function startFirefox(width: number, height: number): Promise<JourneyBrowser> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' })
  let page = await browser.newPage()
  await page.setViewport({ width, height })
  return {
    open: async (url) => {
      await page.goto(url)
    },
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    press: (key) => page.keyboard.press(key),
    evaluate: (expression) => page.evaluate(expression),
    followNewTab: async () => {
      page = (await browser.pages()).at(-1) ?? page
      await page.setViewport({ width, height })
    },
    close: () => browser.close(),
  }
}

/**
 * Starts WebKitGTK through its own driver, on a virtual display.
 *
 * @param width - the window's width, at least 447 pixels
 */
export async function startWebKit(width: number, height: number): Promise<JourneyBrowser> {
  const port = await findFreePort()
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [displayNumber] = await once(display.stdout, 'data')
  const logFile = inRoot('test-results', 'browsers', `webkit-${port}.log`)
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const driverProgram = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(displayNumber).trim()}` },
    stdio: ['ignore', log, log],
  })
  const options = { binary: miniBrowserPaths.find(existsSync), args: ['--automation'] }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': options,
  })
  const driverOrigin = `http://127.0.0.1:${port}`
  const exited = once(driverProgram, 'exit').then(([code]) => Number(code ?? 1))
  await waitUntilReady(`${driverOrigin}/status`, {
    exited,
    name: 'WebKitWebDriver',
    timeoutSeconds: 20,
    logFile,
  })
  const driver = await new Builder().usingServer(driverOrigin).withCapabilities(capabilities).build()
  await driver.manage().window().setRect({ x: 0, y: 0, width, height })
  const firstWindow = await driver.getWindowHandle()
  const find = (selector: string) => driver.findElement(By.css(selector))
  return {
    open: (url) => driver.get(url),
    click: (selector) => find(selector).click(),
    type: (selector, text) => find(selector).sendKeys(text),
    press: (key) =>
      driver
        .actions()
        .sendKeys(key === 'Enter' ? Key.ENTER : Key.ESCAPE)
        .perform(),
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    followNewTab: async () => {
      const handles = await driver.getAllWindowHandles()
      await driver.switchTo().window(handles.find((handle) => handle !== firstWindow) ?? firstWindow)
    },
    close: async () => {
      await driver.quit()
      driverProgram.kill()
      display.kill()
    },
  }
}
