import { Button, Card, Container, Flex, Grid, Heading, Spinner, Stack, Text } from '@sanity/ui'
import { useCurrentUser, useUser, useWorkspace } from 'sanity'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { DocumentRow, ListSection, TextRow } from './ListSection'
import { Scheduled } from './Scheduled'
import { type Findings, type Overview, useFindings, useOverview } from './useOverview'

/** Maximum number of listed drafts, and of listed recent changes. */
const maxRows = 8

/** The editors' start page: what needs attention, what is scheduled, and recent changes. */
export function Start() {
  const user = useCurrentUser()
  const { basePath } = useWorkspace()
  const { overview, refresh } = useOverview()
  const findings = useFindings(overview && overview !== 'failed' ? overview.documents : undefined)
  return (
    <Card height="fill" overflow="auto" data-testid="start">
      <Container width={3} padding={4} paddingY={5}>
        <Stack gap={5}>
          <Heading as="h1" size={3}>
            {user?.name ? `Hello, ${user.name.split(' ')[0]}` : 'Hello'}
          </Heading>
          <Text size={1}>
            All times are in Los Angeles time. New here? Read the{' '}
            <a href={`${basePath}/handbook`}>handbook</a>.
          </Text>
          {overview === undefined && (
            <Flex align="center" gap={3}>
              <Spinner />
              <Text size={1}>Loading…</Text>
            </Flex>
          )}
          {overview === 'failed' && (
            <Card padding={4} radius={2} tone="critical" role="alert">
              <Flex align="center" gap={4} wrap="wrap">
                <Text size={1}>This page couldn’t be loaded.</Text>
                <Button mode="ghost" text="Try again" onClick={refresh} />
              </Flex>
            </Card>
          )}
          {overview && overview !== 'failed' && (
            <Grid gridTemplateColumns={[1, 1, 2]} gap={5}>
              <Attention overview={overview} findings={findings} />
              <Stack gap={5}>
                <Scheduled overview={overview} />
                <RecentChanges overview={overview} />
              </Stack>
            </Grid>
          )}
        </Stack>
      </Container>
    </Card>
  )
}

type AttentionProps = {
  overview: Overview
  /** Undefined while validation runs. */
  findings: Findings[] | undefined
}

function Attention({ overview, findings }: AttentionProps) {
  const { endingAnnouncements, drafts } = overview
  const isEmpty = endingAnnouncements.length + drafts.length === 0 && findings?.length === 0
  return (
    <ListSection title="Needs attention">
      {endingAnnouncements.map(({ _id, text, end }) => (
        <DocumentRow
          key={_id}
          id={_id}
          type="announcement"
          title={text ?? 'An announcement'}
          tone="caution"
          note={`Ends ${formatStudioTimeShort(new Date(String(end)))}`}
        />
      ))}
      {findings?.map(({ errors, warnings, ...titledDocument }) => (
        <DocumentRow
          key={`findings ${titledDocument.id}`}
          {...titledDocument}
          tone={errors > 0 ? 'critical' : 'caution'}
          note={[formatCount(errors, 'error', 'errors'), formatCount(warnings, 'suggestion', 'suggestions')]
            .filter(Boolean)
            .join(', ')}
        />
      ))}
      {drafts.slice(0, maxRows).map(({ changedAt, ...titledDocument }) => (
        <DocumentRow
          key={`draft ${titledDocument.id}`}
          {...titledDocument}
          note={`Unpublished draft, last changed ${formatStudioTimeShort(new Date(changedAt))}`}
        />
      ))}
      {drafts.length > maxRows && <TextRow text={`and ${drafts.length - maxRows} more drafts`} />}
      {findings === undefined && <TextRow text="Checking the pages…" />}
      {isEmpty && <TextRow text="You’re all caught up." />}
    </ListSection>
  )
}

const formatCount = (count: number, singular: string, plural: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? singular : plural}`

function RecentChanges({ overview: { latestChanges } }: { overview: Overview }) {
  return (
    <ListSection title="Recent changes">
      {latestChanges.length === 0 && <TextRow text="No changes yet." />}
      {latestChanges.slice(0, maxRows).map(({ changedAt, author, isPublished, ...titledDocument }) => (
        <DocumentRow
          key={titledDocument.id}
          {...titledDocument}
          note={
            <>
              {isPublished ? 'Published' : 'Draft changed'} by <UserName id={author} />,{' '}
              {formatStudioTimeShort(new Date(changedAt))}
            </>
          }
        />
      ))}
    </ListSection>
  )
}

/** Shows the name of a Sanity user, or “a former member” without one, as for robots and removed users. */
function UserName({ id }: { id: string | null }) {
  const [user] = useUser(id ?? '')
  return user?.displayName ?? 'a former member'
}
