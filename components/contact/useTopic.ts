import { useEffect, useState } from 'react'
import { type Topic, topicFrom } from '@/lib/contact/topics'

/**
 * The topic that the page's address names, until it is set to another. Read in the browser, since a page that asks for
 * its address while it is rendered cannot be prerendered completely.
 */
export function useTopic() {
  const [topic, setTopic] = useState<Topic | null>(null)
  useEffect(() => {
    let seen: Topic | null = null
    const read = () => {
      const named = topicFrom(new URLSearchParams(location.search).get('topic'))
      if (named !== seen) setTopic(named)
      seen = named
    }
    read()
    // A link of this very page changes the address without loading it again.
    const navigation = 'navigation' in window ? window.navigation : undefined
    navigation?.addEventListener('currententrychange', read)
    return () => navigation?.removeEventListener('currententrychange', read)
  }, [])
  return [topic, setTopic] as const
}
