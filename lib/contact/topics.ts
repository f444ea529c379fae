/** What a link to the contact form can say that the message is about: `/contact?topic=tour`. */
const topics = ['membership', 'tour', 'session'] as const
export type Topic = (typeof topics)[number]

/** The topic that an address names; nothing else can get into a message this way. */
export function topicFrom(name: string | null | undefined): Topic | null {
  return topics.find((topic) => topic === name) ?? null
}
