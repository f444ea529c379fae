import { Button, Card, Container, Flex, Grid, Heading, Spinner, Stack, Text } from '@sanity/ui'
import { useClient, useCurrentUser, useUser, useWorkspace } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { canPublish } from '../roles'
import { Nothing, Part, Row } from './parts'
import { Scheduled } from './Scheduled'
import { type Findings, type Overview, useFindings, useOverview } from './useOverview'

/** How many lines a list shows. */
const shown = 8

/** The first thing that editors see: what needs attention, what comes by itself, and what others did. */
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
            Times are those of Los Angeles. New here? Read the <a href={`${basePath}/handbook`}>handbook</a>.
          </Text>
          {overview === undefined && (
            <Flex align="center" gap={3}>
              <Spinner />
              <Text size={1}>Looking around …</Text>
            </Flex>
          )}
          {overview === 'failed' && (
            <Card padding={4} radius={2} tone="critical" role="alert">
              <Flex align="center" gap={4} wrap="wrap">
                <Text size={1}>This could not be read just now.</Text>
                <Button mode="ghost" text="Try again" onClick={refresh} />
              </Flex>
            </Card>
          )}
          {overview && overview !== 'failed' && (
            <Grid gridTemplateColumns={[1, 1, 2]} gap={5}>
              <Attention
                overview={overview}
                findings={findings}
                mayAnswer={canPublish(user)}
                onAnswered={refresh}
              />
              <Stack gap={5}>
                <Scheduled overview={overview} />
                <Latest overview={overview} />
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
  /** Undefined while it is being looked at. */
  findings: Findings[] | undefined
  mayAnswer: boolean
  onAnswered: () => void
}

function Attention({ overview, findings, mayAnswer, onAnswered }: AttentionProps) {
  const client = useClient({ apiVersion })
  const { requests, ending, drafts } = overview
  const isQuiet = requests.length + ending.length + drafts.length === 0 && findings?.length === 0
  const answer = async (id: string) => {
    // Somebody else may have done so just now; reading again shows what is true.
    await client.delete(id).catch(() => undefined)
    onAnswered()
  }
  return (
    <Part title="Needs attention">
      {requests.map(({ _id, document, documentType, title, note, author, at }) => (
        <Row
          key={_id}
          id={document}
          type={documentType}
          title={title}
          tone="primary"
          note={
            <>
              <UserName id={author} /> asks for a review, {formatStudioTimeShort(new Date(at))}: {note}
            </>
          }
        >
          {mayAnswer && (
            <Button mode="ghost" fontSize={1} padding={2} text="Done" onClick={() => answer(_id)} />
          )}
        </Row>
      ))}
      {ending.map(({ _id, text, end }) => (
        <Row
          key={_id}
          id={_id}
          type="announcement"
          title={text ?? 'An announcement'}
          tone="caution"
          note={`Ends ${formatStudioTimeShort(new Date(String(end)))}`}
        />
      ))}
      {findings?.map(({ errors, warnings, ...named }) => (
        <Row
          key={`findings ${named.id}`}
          {...named}
          tone={errors > 0 ? 'critical' : 'caution'}
          note={[
            counted(errors, 'thing keeps', 'things keep', ' it from being published'),
            counted(warnings, 'piece', 'pieces', ' of advice'),
          ]
            .filter(Boolean)
            .join(', ')}
        />
      ))}
      {drafts.slice(0, shown).map(({ at, ...named }) => (
        <Row
          key={`draft ${named.id}`}
          {...named}
          note={`A draft that is not published, last changed ${formatStudioTimeShort(new Date(at))}`}
        />
      ))}
      {drafts.length > shown && <Nothing text={`and ${drafts.length - shown} more drafts`} />}
      {findings === undefined && <Nothing text="Looking at the pages …" />}
      {isQuiet && <Nothing text="Nothing needs you just now." />}
    </Part>
  )
}

const counted = (count: number, one: string, many: string, rest: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}${rest}`

function Latest({ overview: { latest } }: { overview: Overview }) {
  return (
    <Part title="Changed lately">
      {latest.length === 0 && <Nothing text="Nothing yet." />}
      {latest.slice(0, shown).map(({ at, author, isPublished, ...named }) => (
        <Row
          key={named.id}
          {...named}
          note={
            <>
              {isPublished ? 'Published' : 'Draft changed'} by <UserName id={author} />,{' '}
              {formatStudioTimeShort(new Date(at))}
            </>
          }
        />
      ))}
    </Part>
  )
}

/** What somebody of the project is called; robots and those who have left have no name. */
function UserName({ id }: { id: string | null }) {
  const [user] = useUser(id ?? '')
  return user?.displayName ?? 'somebody'
}
