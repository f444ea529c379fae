import type { Migration } from './types.ts'

const accountNote = 'This is about the account {email}.'
const signInNote =
  'The button signs you in to the account that the e-mail is about. If you did not ask for the e-mail, close this page.'

/** Adds the words that tell people whose account a link is about; what editors wrote in the meantime stays. */
export const accountNames: Migration = {
  version: 6,
  title: 'Say on the pages of links in e-mails whose account they are about.',
  plan: async ({ documents }) => {
    const messages = await documents('_type == "messages" && defined(account)')
    const pages = await documents('_type == "confirmPage"')
    return [
      ...messages.map(({ _id, _rev }) => ({
        patch: { id: _id, ifRevisionID: _rev, setIfMissing: { 'account.accountNote': accountNote } },
      })),
      ...pages.map(({ _id, _rev }) => ({
        patch: { id: _id, ifRevisionID: _rev, setIfMissing: { signInNote } },
      })),
    ]
  },
}
