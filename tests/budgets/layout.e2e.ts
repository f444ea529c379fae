import { expect, test } from '@playwright/test'
import { openPage } from '../support/browsing.ts'
import { getMenu, getMenuButton } from '../support/navigation.ts'
import { findDividedWords, findOverflowingElements } from '../support/pageParts.ts'
import { smallScreens } from '../support/screens.ts'

// phone.e2e.ts and largeScreen.e2e.ts check every page in its initial state. These tests check other states.

test('the open menu has no horizontal overflow on any small screen', async ({ page }) => {
  for (const { name, ...size } of smallScreens) {
    await page.setViewportSize(size)
    await openPage(page, '/')
    await getMenuButton(page).click()
    await expect(getMenu(page)).toBeVisible()
    expect(await findOverflowingElements(page), name).toEqual([])
  }
})

test('findOverflowingElements detects overflow that is clipped', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/')
  await page.locator('main h1').evaluate((heading) => {
    heading.style.whiteSpace = 'nowrap'
    document.documentElement.style.overflowX = 'clip'
  })
  expect((await findOverflowingElements(page)).join()).toContain('h1')
})

test('findDividedWords detects a word that breaks across lines', async ({ page }) => {
  await openPage(page, '/')
  await page.locator('main h1').evaluate((heading) => {
    heading.style.width = '2em'
  })
  expect(await findDividedWords(page)).toContain('comes')
})
