/** The permissions of the site's restricted key in docs/configuration.md, except the one for webhook endpoints. */
export const sitePermissions = {
  customers: 'write',
  products: 'write',
  prices: 'write',
  coupons: 'write',
  checkout: 'write',
  subscriptions: 'write',
  billing_portal: 'write',
  invoices: 'write',
  payment_intents: 'read',
  charges: 'read',
  disputes: 'read',
  events: 'read',
} as const
