import type { Locator, Page } from '@playwright/test'

/** The entries of the navigation in the seed: label, URL path, and the `seedText` path of the page's heading. */
export const navigationPages = [
  ['Services', '/services', 'servicesPage/sections/intro/heading'],
  ['Studio', '/studio', 'studioPage/sections/intro/heading'],
  ['About', '/about', 'aboutPage/sections/intro/heading'],
  ['Contact', '/contact', 'contactPage/heading'],
] as const

export const navigationLabels = navigationPages.map(([label]) => label)

/** Returns the menu for small screens. */
export const getMenu = (page: Page): Locator => page.locator('#site-menu')

/** Returns the button that opens the menu for small screens. */
export const getMenuButton = (page: Page): Locator => page.getByRole('button', { name: 'Menu', exact: true })
