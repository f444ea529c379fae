import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What a colour scheme can break: all else does not depend on it. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Everything that axe can tell about a page, best practices included, or what some of its rules can. */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  // What passed need not be described node by node: that takes longer than finding it.
  // No page has frames of other origins, so axe need not gather its findings in a page of its own: half of the time.
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
