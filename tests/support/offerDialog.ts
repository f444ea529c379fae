import type { Locator, Page } from '@playwright/test'
import { seedText } from './seedContent.ts'

type OfferDialog = { dialog: Locator; emailField: Locator; submitButton: Locator; closeButton: Locator }

/** Finds the purchase dialog, a guest's email field and its buttons. */
export function findOfferDialog(page: Page): OfferDialog {
  const dialog = page.getByRole('dialog', { name: seedText('offer/packageName') })
  const checkoutText = (name: string) => seedText(`messages/checkout/${name}`)
  return {
    dialog,
    emailField: dialog.getByRole('textbox', { name: checkoutText('guestEmailLabel'), exact: true }),
    submitButton: dialog.getByRole('button', { name: checkoutText('guestSubmit'), exact: true }),
    closeButton: dialog.getByRole('button', { name: seedText('messages/accessibility/closeMessage') }),
  }
}

/** Finds the header's link that opens the purchase dialog. */
export const findOfferLink = (page: Page): Locator =>
  page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true })
