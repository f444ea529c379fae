import { useEffect, useState } from 'react'
import { parseTopic, type Topic } from '@/lib/contact/fields'
import { fillTemplate } from '@/lib/content/format'
import type { ContactTexts } from './texts'

/**
 * The topic of the page's URL, until it is removed. Read in the browser, since a page that reads its URL while
 * rendering cannot be prerendered completely.
 *
 * @returns the line with the topic, empty without one
 */
export function useTopic(texts: ContactTexts): { line: string; remove: () => void } {
  const [topic, setTopic] = useState<Topic | null>(null)
  useEffect(() => {
    let seen: Topic | null = null
    const read = () => {
      const named = parseTopic(new URLSearchParams(location.search).get('topic'))
      if (named !== seen) setTopic(named)
      seen = named
    }
    read()
    // A link on this page changes the URL without loading it. Older browsers emit no event.
    const { navigation }: { navigation?: Navigation } = window
    navigation?.addEventListener('currententrychange', read)
    return () => navigation?.removeEventListener('currententrychange', read)
  }, [])
  const names = { membership: texts.topicMembership, tour: texts.topicTour, session: texts.topicSession }
  return {
    line: topic ? fillTemplate(texts.topicLine ?? '{topic}', { topic: names[topic] ?? topic }) : '',
    remove: () => setTopic(null),
  }
}
