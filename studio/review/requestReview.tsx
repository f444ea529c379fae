import { CommentIcon } from '@sanity/icons/Comment'
import { Button, Card, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { createReviewRequest } from './request'

/** What contributors do instead of publishing: editors find the note on their start page. */
export const requestReview: DocumentActionComponent = ({ draft, id, type }) => {
  const client = useClient({ apiVersion })
  const [step, setStep] = useState<Step>()
  const ask = async (note: string) => {
    const request = createReviewRequest({ id, type }, note)
    setStep(
      await client.createOrReplace(request).then(
        () => 'asked' as const,
        () => 'failed' as const,
      ),
    )
  }
  const close = () => setStep(undefined)
  return {
    label: 'Ask for review',
    icon: CommentIcon,
    disabled: !draft,
    title: draft ? undefined : 'There is nothing to review: change something first.',
    onHandle: () => setStep('asking'),
    dialog: step !== undefined && {
      type: 'dialog',
      header: 'Ask for review',
      onClose: close,
      content:
        step === 'asked' ? (
          <Asked onClose={close} />
        ) : (
          <ReviewForm hasFailed={step === 'failed'} onCancel={close} onAsk={ask} />
        ),
    },
  }
}

/** Undefined before somebody presses the button. */
type Step = 'asking' | 'asked' | 'failed'

function Asked({ onClose }: { onClose: () => void }) {
  return (
    <Stack gap={4} role="status">
      <Text size={1}>Asked. Editors see your note on their start page.</Text>
      <Flex justify="flex-end">
        <Button text="Close" onClick={onClose} />
      </Flex>
    </Stack>
  )
}

type ReviewFormProps = { hasFailed: boolean; onCancel: () => void; onAsk: (note: string) => void }

function ReviewForm({ hasFailed, onCancel, onAsk }: ReviewFormProps) {
  const [note, setNote] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (note.trim()) onAsk(note)
      }}
    >
      <Stack gap={4}>
        <Stack gap={3}>
          <Text as="label" size={1} weight="semibold" htmlFor="review-note">
            What should an editor look at?
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
            <Text size={1}>This could not be sent just now. Please try again.</Text>
          </Card>
        )}
        <Flex gap={3} justify="flex-end">
          <Button mode="bleed" text="Cancel" onClick={onCancel} />
          <Button type="submit" tone="primary" text="Ask" disabled={!note.trim()} />
        </Flex>
      </Stack>
    </form>
  )
}
