import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that depend on the color scheme. */
const colorSchemeRules = ['color-contrast', 'link-in-text-block']

/** Returns axe's findings about a page, including best practices. With `rules`, returns only their findings. */
export async function findAxeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Details of passed rules take most of the time. Legacy mode halves the rest: it opens no second page, which only
  // cross-origin frames need.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Returns axe's findings in light mode and, for rules about colors, also in dark mode. Restores light mode. */
export async function findAxeViolationsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await findAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findAxeViolations(page, colorSchemeRules)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => `dark: ${finding}`)]
}
