import type { Mutation } from '@sanity/client'
import { claimPage, messageWords, regularTerms } from './0004-membership.words.ts'
import type { Migration, StoredDocument } from './types.ts'

/** Adds what the membership says; what editors wrote in the meantime stays. */
export const membershipWords: Migration = {
  version: 4,
  title: 'Give the checkout, the status card and the page after the checkout their words.',
  plan: async ({ documents }) => {
    const messages = await documents('_type == "messages"')
    const offers = await documents('_type == "offer"')
    return [
      { createIfNotExists: claimPage },
      ...messages.flatMap(addMessages),
      ...offers.map(
        ({ _id, _rev }): Mutation => ({
          patch: { id: _id, ifRevisionID: _rev, setIfMissing: { regularTerms } },
        }),
      ),
    ]
  },
}

/** Two patches, since a text can only be set in a group that is there. */
function addMessages({ _id, _rev }: StoredDocument): Mutation[] {
  const groups = Object.keys(messageWords).map((group) => [group, {}])
  const texts = Object.entries(messageWords).flatMap(([group, words]) =>
    Object.entries(words).map(([name, text]) => [`${group}.${name}`, text]),
  )
  return [
    { patch: { id: _id, ifRevisionID: _rev, setIfMissing: Object.fromEntries(groups) } },
    { patch: { id: _id, setIfMissing: Object.fromEntries(texts) } },
  ]
}
