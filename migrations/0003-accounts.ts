import type { Mutation } from '@sanity/client'
import { pages, sharedWords } from './0003-accounts.words.ts'
import type { Migration, StoredDocument } from './types.ts'

const links: Readonly<Record<string, string>> = { signInLabel: 'Sign in', accountLabel: 'Account' }

/** Adds the pages of members with their words; what editors wrote in the meantime stays. */
export const accountWords: Migration = {
  version: 3,
  title: 'Give members their pages, their messages and their links in the navigation.',
  plan: async ({ documents }) => {
    const messages = await documents('_type == "messages"')
    const settings = await documents('_type == "siteSettings"')
    return [
      ...pages.map((page): Mutation => ({ createIfNotExists: page })),
      ...messages.flatMap(addMessages),
      ...settings.map(
        ({ _id, _rev }): Mutation => ({ patch: { id: _id, ifRevisionID: _rev, setIfMissing: links } }),
      ),
    ]
  },
}

/** Two patches, since a text can only be set in a group that is there. */
function addMessages({ _id, _rev }: StoredDocument): Mutation[] {
  const texts = Object.entries(sharedWords).map(([name, text]) => [`account.${name}`, text])
  return [
    { patch: { id: _id, ifRevisionID: _rev, setIfMissing: { account: {} } } },
    { patch: { id: _id, setIfMissing: Object.fromEntries(texts) } },
  ]
}
