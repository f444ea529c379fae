import { useLayoutEffect, useState } from 'react'
import { parseTopic, type Topic } from '@/lib/contact/fields'
import { fillTemplate } from '@/lib/content/text/format'
import type { Messages } from '@/lib/messages/areas'

/** The contact form's strings. */
export type ContactTexts = Messages['contactForm']

/**
 * Returns the topic in the page's URL until `remove` is called. The browser reads the URL after hydration, since a
 * page that reads its URL while rendering cannot be prerendered completely.
 *
 * @returns `isUnread`: whether the URL has not been read yet; `line`: the line with the topic, empty without one;
 * `bookingHeading`: the heading of a booking's form, undefined for other topics; `isSession`: whether the topic is a
 * session; `readCurrent`: reads these in an event, also in one that React replays with the first render's functions
 */
export function useTopic(texts: ContactTexts) {
  const labels: Record<Topic, [name: string, bookingHeading?: string]> = {
    membership: [texts.topicMembership],
    tour: [texts.topicTour, texts.tourHeading],
    session: [texts.topicSession, texts.sessionHeading],
    onboarding: [texts.topicOnboarding, texts.onboardingHeading],
  }
  const [topic, setTopic] = useState<Topic | null>()
  // Before the next paint.
  useLayoutEffect(() => {
    let lastTopic: Topic | null | undefined
    const readTopic = () => {
      const urlTopic = readUrlTopic()
      if (urlTopic !== lastTopic) setTopic(urlTopic)
      lastTopic = urlTopic
    }
    readTopic()
    document.documentElement.removeAttribute('data-topic')
    // A link on this page changes the URL without a page load. Browsers without the Navigation API fire no event.
    const { navigation }: { navigation?: Navigation } = window
    navigation?.addEventListener('currententrychange', readTopic)
    return () => navigation?.removeEventListener('currententrychange', readTopic)
  }, [])
  const describe = (current: Topic | null | undefined) => {
    const [name, bookingHeading] = current ? labels[current] : []
    const line = name ? fillTemplate(texts.topicLine, { topic: name }) : ''
    return { line, bookingHeading, isSession: current === 'session' }
  }
  return {
    ...describe(topic),
    isUnread: topic === undefined,
    readCurrent: () => describe(topic === undefined ? readUrlTopic() : topic),
    remove: () => setTopic(null),
  }
}

const readUrlTopic = () => parseTopic(new URLSearchParams(location.search).get('topic'))
