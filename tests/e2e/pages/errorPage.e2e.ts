import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

const field = (name: string) => seedText(`errorPage/${name}`)

/** Rendering the player fails, for an unexpected reason. */
async function breakPlayer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const createElement = document.createElement
    document.createElement = (...args: Parameters<typeof createElement>) => {
      if (args[0] === 'video' && !('healed' in window)) throw new Error('broken by the test')
      return createElement.apply(document, args)
    }
  })
}

test.beforeEach(async ({ page }) => {
  await breakPlayer(page)
  await openPage(page, '/')
  await page.getByRole('button', { name: /^Play video/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(field('heading'))
})

test('a page that fails shows texts of the CMS', async ({ page }) => {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(field('heading'))
  await expect(main.getByText(field('text'), { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: field('retryLabel'), exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: field('homeLabel'), exact: true })).toBeVisible()
  await expect(page).toHaveTitle(field('title'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('it has the fonts of the site', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^besley/)
  await expect(page.getByText(field('text'), { exact: true })).toHaveCSS('font-family', /^public-sans/)
})

test('its buttons are side by side where there is room', async ({ page }) => {
  const ways = page.getByRole('main').locator('.button')
  const tops = await ways.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops).toHaveLength(2)
  expect(new Set(tops).size).toBe(1)
})

test('a retry restores the page once the cause is gone', async ({ page }) => {
  await page.evaluate(() => Object.assign(window, { healed: true }))
  await page.getByRole('button', { name: field('retryLabel'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})

test('the home link works', async ({ page }) => {
  await page
    .getByRole('main')
    .getByRole('link', { name: field('homeLabel'), exact: true })
    .click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})

test('the texts are part of the build, so that they need no service', () => {
  const chunks = resolve(process.env.TEST_DIST_DIR ?? '.next-test', 'static', 'chunks')
  const scripts = readdirSync(chunks).filter((file) => file.endsWith('.js'))
  const texts = ['title', 'heading', 'text', 'retryLabel', 'homeLabel'].map(field)
  const holding = scripts.filter((file) => {
    const script = readFileSync(resolve(chunks, file), 'utf8').replaceAll("\\'", "'")
    return texts.every((text) => script.includes(text))
  })
  expect(holding.length).toBeGreaterThan(0)
})
