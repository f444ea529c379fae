import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { expectAlive, open, readToTheEnd } from '../support/browsing.ts'
import { allRoutes } from '../support/routes.ts'

const screens = [
  { name: 'a phone', viewport: { width: 390, height: 844 } },
  { name: 'a large screen', viewport: { width: 1440, height: 900 } },
] as const
const schemes = ['light', 'dark'] as const
/** What a colour scheme can break: all else was looked at before. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** Everything that axe can tell, best practices included, or what some of its rules can. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // What passed need not be described node by node: that takes longer than finding it.
  // No page has frames of other origins, so axe need not gather its findings in a page of its own: half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  )
}

for (const { name, viewport } of screens) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    for (const { path } of allRoutes) {
      test(`axe finds nothing on ${path}, light and dark`, async ({ page }) => {
        await open(page, path)
        await readToTheEnd(page)
        await page.emulateMedia({ colorScheme: 'light' })
        expect(await findings(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await findings(page, ofColour), 'dark').toEqual([])
      })
    }
  })
}

test.describe('the menu', () => {
  test.use({ viewport: screens[0].viewport })

  test('axe finds nothing in it, light and dark', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.locator('#site-menu')).toBeVisible()
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
  })
})

for (const path of ['/', '/studio']) {
  test(`axe finds nothing on ${path} while its video plays`, async ({ page }) => {
    await open(page, path)
    await page.getByRole('button', { name: /^Play video/ }).click()
    await expect(page.locator('video')).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
}

test('axe would find something', async ({ page }) => {
  await open(page, '/')
  await expectAlive(page)
  await page.locator('main h1').evaluate((heading) => {
    heading.insertAdjacentHTML(
      'afterend',
      '<img src="/icon.png"><p style="color:#888;background:#999">pale</p>',
    )
  })
  const found = (await findings(page)).join('\n')
  expect(found).toMatch(/image-alt/)
  expect(found).toMatch(/color-contrast/)
})
