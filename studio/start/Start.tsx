import { Button, Card, Container, Flex, Grid, Heading, Spinner, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { useClient, useCurrentUser, useUser } from 'sanity'
import { IntentLink } from 'sanity/router'
import { apiVersion } from '@/lib/content/config'
import { nameMoment } from '@/lib/content/studioTime'
import { mayPublish } from '../roles'
import { type Findings, type Named, type Overview, useFindings, useOverview } from './useOverview'

/** How many lines a list shows. */
const shown = 8

/** The first thing that editors see: what needs attention, what comes by itself, and what others did. */
export function Start() {
  const user = useCurrentUser()
  const { overview, refresh } = useOverview()
  const findings = useFindings(overview && overview !== 'failed' ? overview.documents : undefined)
  return (
    <Card height="fill" overflow="auto" data-testid="start">
      <Container width={3} padding={4} paddingY={5}>
        <Stack gap={5}>
          <Heading as="h1" size={3}>
            {user?.name ? `Hello, ${user.name.split(' ')[0]}` : 'Hello'}
          </Heading>
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
                mayAnswer={mayPublish(user)}
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

type PartProps = { title: string; children: ReactNode }

function Part({ title, children }: PartProps) {
  return (
    <Stack as="section" gap={3}>
      <Heading as="h2" size={1}>
        {title}
      </Heading>
      <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {children}
      </Stack>
    </Stack>
  )
}

type RowProps = Named & {
  note: ReactNode
  tone?: 'default' | 'caution' | 'critical' | 'primary'
  children?: ReactNode
}

/** A document, as a way to its form. */
function Row({ id, type, title, note, tone = 'default', children }: RowProps) {
  return (
    <li>
      <Card border padding={3} radius={2} tone={tone}>
        <Flex align="flex-start" gap={3}>
          <Stack gap={3} flex={1}>
            <Text size={1} weight="semibold">
              <IntentLink intent="edit" params={{ id, type }}>
                {title}
              </IntentLink>
            </Text>
            <Text size={1} muted>
              {note}
            </Text>
          </Stack>
          {children}
        </Flex>
      </Card>
    </li>
  )
}

const Nothing = ({ text }: { text: string }) => (
  <li>
    <Text size={1} muted>
      {text}
    </Text>
  </li>
)

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
      {requests.map(({ _id, document, documentType, title, note, by, at }) => (
        <Row
          key={_id}
          id={document}
          type={documentType}
          title={title}
          tone="primary"
          note={`${by} asks for a review, ${nameMoment(new Date(at))}: ${note}`}
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
          note={`Ends ${nameMoment(new Date(String(end)))}`}
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
          note={`A draft that is not published, last changed ${nameMoment(new Date(at))}`}
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

function Scheduled({ overview: { scheduled } }: { overview: Overview }) {
  return (
    <Part title="Comes and goes by itself">
      {scheduled.length === 0 && <Nothing text="No announcement is shown or planned." />}
      {scheduled.map(({ _id, text, start, end, isNow }) => (
        <Row
          key={_id}
          id={_id}
          type="announcement"
          title={text ?? 'An announcement'}
          note={
            isNow
              ? `Shown now, until ${nameMoment(new Date(String(end)))}`
              : `From ${nameMoment(new Date(String(start)))} to ${nameMoment(new Date(String(end)))}`
          }
        />
      ))}
    </Part>
  )
}

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
              {nameMoment(new Date(at))}
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
