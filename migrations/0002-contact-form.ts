import type { Mutation } from '@sanity/client'
import type { Migration, StoredDocument } from './types.ts'

/** What the contact form says besides what it said before. */
const contactForm: Readonly<Record<string, string>> = {
  topicLine: 'Topic: {topic}',
  topicMembership: 'Membership',
  topicTour: 'Studio tour',
  topicSession: 'Recording session',
  topicRemove: 'Remove the topic',
  tooLong: 'This is too long for us to send. Please keep it to {max} characters.',
  failureHeadless:
    'Our mail service takes this browser for a program and accepts nothing from it. Nothing was sent. Please use another browser, or write to us directly.',
  failureRefused: 'Our mail service refused this message, and nothing was sent. Please write to us directly.',
  failureTooMany:
    'Our mail service takes one message at a time, and the last one was only a moment ago. Please wait a minute, then try again.',
  failureService:
    'Our mail service has a problem at the moment and did not take your message. Please try again in a minute.',
  failureTimeout:
    'Our mail service has not answered yet, and your message may still arrive. If you try again, we wait for that answer first, so that nothing is sent twice.',
  failureOffline:
    'You seem to be offline. Nothing was sent. Your message stays here, so try again when you are back.',
  failureConnection:
    'The connection broke off before we had an answer, so we cannot tell whether your message arrived. It stays here for another try.',
  failureOther:
    'The fault is ours: this form is not set up as it should be. Nothing was sent. Please write to us directly.',
  retry: 'Try again',
  copy: 'Copy my message',
  copied: 'Copied',
  otherWays: 'Or reach us here',
}

const accessibility: Readonly<Record<string, string>> = { closeMessage: 'Close message' }

/** Fills in the words that the contact form came with; what editors wrote in the meantime stays. */
export const contactFormWords: Migration = {
  version: 2,
  title: 'Give the contact form its topics, its explanations of failures and its ways on.',
  plan: async ({ documents }) => (await documents('_type == "messages"')).flatMap(fillIn),
}

/** Two patches, since a text can only be set in a group that is there. */
function fillIn({ _id, _rev }: StoredDocument): Mutation[] {
  const texts = { ...within('accessibility', accessibility), ...within('contactForm', contactForm) }
  return [
    { patch: { id: _id, ifRevisionID: _rev, setIfMissing: { accessibility: {}, contactForm: {} } } },
    { patch: { id: _id, setIfMissing: texts } },
  ]
}

function within(group: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text]))
}
