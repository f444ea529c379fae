import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that depend on the color scheme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** All findings of axe about a page, best practices included, or those of some rules. */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Passed rules are not described node by node: that takes longer than finding them. No page has frames of other
  // origins, so axe need not gather its findings in a page of its own: half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** The same in the light, and in the dark what depends on it. Leaves the page in the light. */
export async function axeFindingsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axeFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeFindings(page, rulesOfColour)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => `dark: ${finding}`)]
}
