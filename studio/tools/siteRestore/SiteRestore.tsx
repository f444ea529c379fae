import { isHttpError } from '@sanity/client'
import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useState, useTransition } from 'react'
import { type SanityDocument, useClient, useDateTimeFormat, useSchema } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { getSiteTypes } from '@/studio/documentTitle'
import { Notice, ToolPage } from '../ToolPage'
import { buildMutations, type Change, diffDocuments } from './changes'
import { readChanges } from './history'
import { type Plan, SelectChanges } from './SelectChanges'

type State = { problem?: string | undefined; plan?: Plan; restored?: readonly Change[] | undefined }

const publishedQuery = `[
  ...*[_type in $types && _id in path("*")],
  ...*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{_id, _type, url, originalFilename}
]`

/** A tool that restores selected documents to a point in time. */
export function SiteRestore() {
  const client = useClient({ apiVersion }).withConfig({ perspective: 'raw' })
  const types = getSiteTypes(useSchema())
  const timeFormat = useDateTimeFormat({ dateStyle: 'long', timeStyle: 'long' })
  const [{ problem, plan, restored }, setState] = useState<State>({})
  const [isBusy, startWork] = useTransition()

  /** Replaces the state with the result of `work`. If that fails, shows `failure` and keeps Undo available. */
  function run(work: () => Promise<State>, failure: string) {
    setState({})
    startWork(async () => setState(await work().catch(() => ({ problem: failure, restored }))))
  }

  /** Shows the changes that restore the site to a time, or those that undo a restore. */
  const preview = (time: Date, undone?: readonly Change[]) =>
    run(async () => {
      if (time > new Date()) return { problem: 'This time is in the future. Choose an earlier one.' }
      const published = await client.fetch<SanityDocument[]>(publishedQuery, { types })
      const changes = undone
        ? diffDocuments(
            published.filter(({ _id }) => undone.some(({ id }) => id === _id)),
            // If the restore created `redirects`, undo empties it, because it can't be deleted.
            undone.flatMap(
              ({ id, current, past }) =>
                current ?? (id === 'redirects' && past ? { ...past, rules: [] } : []),
            ),
          )
        : await readChanges(client, time.toISOString(), types, published)
      const problem =
        'Sanity’s history doesn’t reach back that far. It covers 3 days on the Free plan, 90 on Growth and 365 on Enterprise. Choose a later time, or use a backup.'
      if (!changes) return { problem }
      const plan = { time: timeFormat.format(time), changes, published, isUndo: Boolean(undone) }
      return { plan, restored: undone }
    }, 'The history couldn’t be loaded. Try again.')

  const restore = (changes: readonly Change[]) =>
    run(async () => {
      try {
        await client.mutate(buildMutations(changes), { returnDocuments: false })
        return { restored: changes }
      } catch (error) {
        if (isHttpError(error) && error.statusCode < 500) throw error
        // The service may have restored the documents before the connection was lost.
        const problem =
          'Sanity didn’t respond, so the documents may or may not have been restored. “Undo” lists the ones that were.'
        return { problem, restored: changes }
      }
    }, 'Nothing was restored. Another editor probably just published one of these documents. Preview the changes again.')

  return (
    <ToolPage title="Restore the site" testId="site-restore">
      <Text as="p" size={2}>
        Choose a date and time. You’ll see what would change in each document before you restore. Drafts
        aren’t changed. Prices and legal pages are restored only if you select them.
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // A string without a time zone is parsed as the browser's local time.
          preview(new Date(String(new FormData(event.currentTarget).get('time'))))
        }}
      >
        <Stack gap={3}>
          <Text as="label" size={1} weight="semibold" htmlFor="site-restore-time">
            Restore to
          </Text>
          <TextInput id="site-restore-time" name="time" type="datetime-local" step={1} required />
          <Text size={1} muted>
            In the time zone of this computer, as in History.
          </Text>
          <Flex paddingTop={3}>
            <Button type="submit" text="Preview changes" tone="primary" loading={isBusy} />
          </Flex>
        </Stack>
      </form>
      {problem && <Notice tone="critical">{problem}</Notice>}
      {plan && <SelectChanges plan={plan} onRestore={restore} />}
      {restored && !plan && !problem && <Notice tone="positive">Restored. Drafts weren’t changed.</Notice>}
      {restored && !plan && (
        <Flex>
          <Button
            mode="ghost"
            text="Undo: preview the previous state"
            onClick={() => preview(new Date(), restored)}
          />
        </Flex>
      )}
    </ToolPage>
  )
}
