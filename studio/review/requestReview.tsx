import { CommentIcon } from '@sanity/icons/Comment'
import { Button, Card, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { createReviewRequest } from './request'

/** The contributors' action in place of Publish. Editors see the note on their start page. */
export const requestReview: DocumentActionComponent = ({ draft, id, type }) => {
  const client = useClient({ apiVersion })
  const [step, setStep] = useState<Step>()
  const send = async (note: string) => {
    const request = createReviewRequest({ id, type }, note)
    setStep(
      await client.createOrReplace(request).then(
        () => 'sent' as const,
        () => 'failed' as const,
      ),
    )
  }
  const close = () => setStep(undefined)
  return {
    label: 'Request review',
    icon: CommentIcon,
    disabled: !draft,
    title: draft ? undefined : 'There’s nothing to review yet. Make a change first.',
    onHandle: () => setStep('editing'),
    dialog: step !== undefined && {
      type: 'dialog',
      header: 'Request review',
      onClose: close,
      content:
        step === 'sent' ? (
          <Sent onClose={close} />
        ) : (
          <ReviewForm hasFailed={step === 'failed'} onCancel={close} onSend={send} />
        ),
    },
  }
}

/** The state of the dialog; undefined while it is closed. */
type Step = 'editing' | 'sent' | 'failed'

function Sent({ onClose }: { onClose: () => void }) {
  return (
    <Stack gap={4} role="status">
      <Text size={1}>Sent. Editors see your note on their start page.</Text>
      <Flex justify="flex-end">
        <Button text="Close" onClick={onClose} />
      </Flex>
    </Stack>
  )
}

type ReviewFormProps = { hasFailed: boolean; onCancel: () => void; onSend: (note: string) => void }

function ReviewForm({ hasFailed, onCancel, onSend }: ReviewFormProps) {
  const [note, setNote] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (note.trim()) onSend(note)
      }}
    >
      <Stack gap={4}>
        <Stack gap={3}>
          <Text as="label" size={1} weight="semibold" htmlFor="review-note">
            What should an editor review?
          </Text>
          <TextArea
            id="review-note"
            rows={4}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
        {hasFailed && (
          <Card padding={3} radius={2} tone="critical" role="alert">
            <Text size={1}>Your request couldn’t be sent. Try again.</Text>
          </Card>
        )}
        <Flex gap={3} justify="flex-end">
          <Button mode="bleed" text="Cancel" onClick={onCancel} />
          <Button type="submit" tone="primary" text="Send" disabled={!note.trim()} />
        </Flex>
      </Stack>
    </form>
  )
}
