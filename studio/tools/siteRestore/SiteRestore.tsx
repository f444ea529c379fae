import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useMemo, useState } from 'react'
import { type SanityDocument, useClient, useDateTimeFormat, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { apiVersion } from '@/lib/content/reading/config'
import { toPublishedPage } from '@/studio/checks/links'
import { getSiteTypes } from '@/studio/documentTitle'
import { Notice, ToolPage } from '../ToolPage'
import { buildMutations, type Change, diffDocuments, listDeleted } from './changes'
import { draftRedirects, HistoryError, readChanges } from './history'
import { type Plan, SelectChanges } from './SelectChanges'

type State = { progress?: string; problem?: string; plan?: Plan; restored?: readonly Change[] }

/** A tool that restores selected documents of the site to a point in time. */
export function SiteRestore() {
  const client = useClient({ apiVersion })
  const contentLake = useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
  const types = getSiteTypes(useSchema())
  const timeFormat = useDateTimeFormat({ dateStyle: 'long', timeStyle: 'long' })
  const [{ progress, problem, plan, restored }, setState] = useState<State>({})

  /** Shows the changes that restore the site to a time, or those that undo a restore. */
  async function preview(time: Date, undone?: readonly Change[]) {
    setState({ progress: 'Loading the history…' })
    try {
      const query = '*[_type in $types && _id in path("*")]'
      const published = await contentLake.fetch<SanityDocument[]>(query, { types })
      const changes = undone
        ? diffDocuments(
            published,
            undone.flatMap(({ current }) => current ?? []),
            undone.map(({ id }) => id),
          )
        : await readChanges(contentLake, time.toISOString(), types, published)
      setState({ plan: { time: timeFormat.format(time), changes, published, isUndo: Boolean(undone) } })
    } catch (error) {
      const fallback = 'The history couldn’t be loaded. Try again.'
      setState({ problem: error instanceof HistoryError ? error.message : fallback })
    }
  }

  async function restore(changes: readonly Change[]) {
    setState({ progress: 'Restoring…' })
    const conflict =
      'Nothing was restored. Another editor probably just published one of these documents. Preview the changes again.'
    setState(
      await contentLake.mutate(buildMutations(changes), { returnDocuments: false }).then(
        () => ({ restored: changes }),
        () => ({ problem: conflict }),
      ),
    )
  }

  return (
    <ToolPage title="Restore the site" testId="site-restore">
      <Text as="p" size={2}>
        Choose a date and time. You’ll see what would change in each document before you restore. Drafts
        aren’t changed. Prices and legal texts are restored only if you select them.
      </Text>
      {restored ? (
        <>
          <Notice tone="positive">Restored. Drafts weren’t changed.</Notice>
          <DeletedPaths paths={listDeleted(restored).flatMap((page) => toPublishedPage(page).paths)} />
          <Flex gap={3} wrap="wrap">
            <Button
              mode="ghost"
              text="Undo: preview the previous state"
              onClick={() => preview(new Date(), restored)}
            />
            <Button mode="bleed" text="Choose another time" onClick={() => setState({})} />
          </Flex>
        </>
      ) : (
        <TimeForm isBusy={Boolean(progress)} onChoose={preview} />
      )}
      {progress && <Notice>{progress}</Notice>}
      {problem && <Notice tone="critical">{problem}</Notice>}
      {plan && <SelectChanges plan={plan} onRestore={restore} />}
    </ToolPage>
  )
}

/** Offers redirects of the paths of deleted pages. */
function DeletedPaths({ paths }: { paths: readonly string[] }) {
  const client = useClient({ apiVersion })
  const { push } = useToast()
  if (paths.length === 0) return null
  const add = () =>
    draftRedirects(client, paths).then(
      () => push({ status: 'success', title: 'The redirects are in the draft of “Redirects”.' }),
      () => push({ status: 'error', title: 'The redirects couldn’t be added. Try again.' }),
    )
  return (
    <>
      <Notice tone="caution">
        Visitors to {paths.join(', ')} now see “Page not found”. Add redirects to the home page as a draft,
        choose where each leads, and publish it.{' '}
        <IntentLink intent="edit" params={{ id: 'redirects', type: 'redirects' }}>
          Open Redirects
        </IntentLink>
      </Notice>
      <Flex>
        <Button mode="ghost" text="Add redirects" onClick={add} />
      </Flex>
    </>
  )
}

function TimeForm({ isBusy, onChoose }: { isBusy: boolean; onChoose: (time: Date) => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const input = event.currentTarget.elements.namedItem('time')
        if (!(input instanceof HTMLInputElement)) return
        // Without a time zone, the text means a time in the browser's.
        const time = new Date(input.value)
        input.setCustomValidity(time > new Date() ? 'This time is in the future. Choose an earlier one.' : '')
        if (input.reportValidity()) onChoose(time)
      }}
    >
      <Stack gap={3}>
        <Text as="label" size={1} weight="semibold" htmlFor="site-restore-time">
          Restore to
        </Text>
        <TextInput
          id="site-restore-time"
          name="time"
          type="datetime-local"
          required
          onChange={({ currentTarget }) => currentTarget.setCustomValidity('')}
        />
        <Text size={1} muted>
          In the time zone of this computer, as in History.
        </Text>
        <Flex paddingTop={3}>
          <Button type="submit" text="Preview changes" tone="primary" disabled={isBusy} />
        </Flex>
      </Stack>
    </form>
  )
}
