import type { SanityClient } from '@sanity/client'
import { useToast } from '@sanity/ui/toast'
import { type DocumentActionComponent, useClient } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { type KeyedRedirect, redirectsAfterMove } from '@/lib/content/landingPageRules'
import { propertyOf } from '@/lib/errorCode'

/**
 * Makes the publish action of landing pages lead a former address to the new one. The redirect is there right before the
 * page moves: until then the page itself answers, since a page is never redirected.
 *
 * @param publish - the Studio's own action; everything else about it stays
 */
export function redirectingMoves(publish: DocumentActionComponent): DocumentActionComponent {
  const redirecting: DocumentActionComponent = (props) => {
    const client = useClient({ apiVersion })
    const toast = useToast()
    const action = publish(props)
    const from = pathIn(props.published)
    const to = pathIn(props.draft ?? props.version)
    if (!action || !from || !to || from === to) return action
    return {
      ...action,
      onHandle: () => {
        redirectMove(client, from, to).then(
          () => action.onHandle?.(),
          () =>
            toast.push({
              status: 'error',
              title: 'Nothing was published',
              description: `The old address ${from} could not be redirected, so the page stays where it is. Please try again.`,
            }),
        )
      },
    }
  }
  return Object.assign(redirecting, { action: publish.action, displayName: publish.displayName })
}

function pathIn(document: unknown): string | undefined {
  const path = propertyOf(document, 'path')
  return typeof path === 'string' && path ? path : undefined
}

type RedirectsDocument = { _id: string; _rev: string; rules: KeyedRedirect[] | null }

/** Writes the redirect into what is published, and into a draft of it, which would take it back otherwise. */
async function redirectMove(client: SanityClient, from: string, to: string): Promise<void> {
  const raw = client.withConfig({ perspective: 'raw' })
  const documents = await raw.fetch<RedirectsDocument[]>(
    '*[_id in ["redirects", "drafts.redirects"]]{_id, _rev, rules}',
  )
  const move = { from, to, key: crypto.randomUUID().slice(0, 13) }
  const transaction = raw.transaction()
  if (!documents.some(({ _id }) => _id === 'redirects')) {
    transaction.create({ _id: 'redirects', _type: 'redirects', rules: redirectsAfterMove([], move) })
  }
  for (const { _id, _rev, rules } of documents) {
    transaction.patch(_id, (patch) =>
      patch.ifRevisionId(_rev).set({ rules: redirectsAfterMove(rules ?? [], move) }),
    )
  }
  await transaction.commit()
}
