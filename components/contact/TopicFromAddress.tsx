import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { type Topic, topicFrom } from '@/lib/contact/topics'

/** Tells which topic the address names. Apart from the form, so that the form itself can be prerendered. */
export function TopicFromAddress({ onTopic }: { onTopic: (topic: Topic | null) => void }) {
  const topic = topicFrom(useSearchParams()?.get('topic'))
  useEffect(() => onTopic(topic), [topic, onTopic])
  return null
}
