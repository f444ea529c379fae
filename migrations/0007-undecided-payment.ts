import type { Migration } from './types.ts'

const paymentProcessing =
  'Your bank is still working on the payment of a checkout that you finished before. Nothing more was charged. We write to you when it is done.'

/** Adds what a member reads whose earlier payment is not decided yet; what editors wrote in the meantime stays. */
export const undecidedPayment: Migration = {
  version: 7,
  title: 'Say that a bank is still working on an earlier payment.',
  plan: async ({ documents }) => {
    const messages = await documents('_type == "messages" && defined(checkout)')
    return messages.map(({ _id, _rev }) => ({
      patch: {
        id: _id,
        ifRevisionID: _rev,
        setIfMissing: { 'checkout.paymentProcessing': paymentProcessing },
      },
    }))
  },
}
